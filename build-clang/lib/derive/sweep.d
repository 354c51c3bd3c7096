build-clang/lib/derive/sweep.o: lib/derive/sweep.c lib/derive/sweep.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/base/memory.h

lib/derive/sweep.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:
