build-clang/lib/generate/template.o: lib/generate/template.c \
  lib/generate/lists.h lib/generate/maker.h lib/generate/tables.h \
  lib/base/random.h lib/base/hash.h lib/generate/generate.h \
  lib/graph/rows.h lib/base/status.h

lib/generate/lists.h:

lib/generate/maker.h:

lib/generate/tables.h:

lib/base/random.h:

lib/base/hash.h:

lib/generate/generate.h:

lib/graph/rows.h:

lib/base/status.h:
