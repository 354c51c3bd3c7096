build-clang/lib/page/arena.o: lib/page/arena.c lib/page/arena.h \
  lib/base/status.h lib/base/buffer.h lib/base/memory.h

lib/page/arena.h:

lib/base/status.h:

lib/base/buffer.h:

lib/base/memory.h:
