build-clang/lib/graph/visit.o: lib/graph/visit.c lib/graph/visit.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/base/memory.h

lib/graph/visit.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:
