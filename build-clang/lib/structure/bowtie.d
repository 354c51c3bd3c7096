build-clang/lib/structure/bowtie.o: lib/structure/bowtie.c \
  lib/structure/components.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/base/memory.h

lib/structure/components.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:
