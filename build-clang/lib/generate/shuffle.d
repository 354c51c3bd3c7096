build-clang/lib/generate/shuffle.o: lib/generate/shuffle.c \
  lib/generate/shuffle.h lib/links/linksort.h lib/base/progress.h \
  lib/graph/rows.h lib/base/status.h lib/base/memory.h lib/base/random.h \
  lib/base/hash.h

lib/generate/shuffle.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/random.h:

lib/base/hash.h:
