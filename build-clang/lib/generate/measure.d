build-clang/lib/generate/measure.o: lib/generate/measure.c \
  lib/generate/measure.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/base/memory.h \
  lib/derive/transpose.h lib/base/progress.h

lib/generate/measure.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/derive/transpose.h:

lib/base/progress.h:
