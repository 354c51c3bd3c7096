build-clang/lib/structure/degrees.o: lib/structure/degrees.c \
  lib/structure/degrees.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/base/memory.h lib/graph/visit.h

lib/structure/degrees.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/graph/visit.h:
