build-clang/lib/base/hash.o: lib/base/hash.c lib/base/hash.h \
  lib/base/memory.h lib/base/status.h

lib/base/hash.h:

lib/base/memory.h:

lib/base/status.h:
