build-clang/lib/structure/components.o: lib/structure/components.c \
  lib/structure/components.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/base/forest.h lib/base/memory.h lib/graph/visit.h

lib/structure/components.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/forest.h:

lib/base/memory.h:

lib/graph/visit.h:
