build-clang/lib/base/guard.o: lib/base/guard.c lib/base/guard.h \
  lib/base/memory.h lib/base/status.h

lib/base/guard.h:

lib/base/memory.h:

lib/base/status.h:
