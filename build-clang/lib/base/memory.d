build-clang/lib/base/memory.o: lib/base/memory.c lib/base/memory.h \
  lib/base/status.h

lib/base/memory.h:

lib/base/status.h:
