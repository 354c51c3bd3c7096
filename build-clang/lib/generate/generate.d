build-clang/lib/generate/generate.o: lib/generate/generate.c \
  lib/generate/tables.h lib/base/random.h lib/base/hash.h \
  lib/generate/generate.h lib/graph/rows.h lib/base/status.h \
  lib/base/memory.h

lib/generate/tables.h:

lib/base/random.h:

lib/base/hash.h:

lib/generate/generate.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:
