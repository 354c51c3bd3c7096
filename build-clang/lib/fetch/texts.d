build-clang/lib/fetch/texts.o: lib/fetch/texts.c lib/fetch/texts.h \
  lib/base/buffer.h lib/base/memory.h lib/base/status.h

lib/fetch/texts.h:

lib/base/buffer.h:

lib/base/memory.h:

lib/base/status.h:
