build-clang/lib/generate/names.o: lib/generate/names.c \
  lib/generate/tables.h lib/base/random.h lib/base/hash.h \
  lib/generate/generate.h lib/graph/rows.h lib/base/status.h

lib/generate/tables.h:

lib/base/random.h:

lib/base/hash.h:

lib/generate/generate.h:

lib/graph/rows.h:

lib/base/status.h:
