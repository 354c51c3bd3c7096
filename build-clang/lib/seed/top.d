build-clang/lib/seed/top.o: lib/seed/top.c lib/seed/top.h \
  lib/base/memory.h lib/base/status.h

lib/seed/top.h:

lib/base/memory.h:

lib/base/status.h:
