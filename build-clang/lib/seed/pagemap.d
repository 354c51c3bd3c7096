build-clang/lib/seed/pagemap.o: lib/seed/pagemap.c lib/seed/pagemap.h \
  lib/base/hash.h lib/base/memory.h lib/base/status.h

lib/seed/pagemap.h:

lib/base/hash.h:

lib/base/memory.h:

lib/base/status.h:
