build-clang/lib/source/source.o: lib/source/source.c \
  lib/source/source_private.h lib/source/source.h lib/base/buffer.h \
  lib/base/progress.h lib/base/status.h lib/base/memory.h \
  lib/source/inflate.h

lib/source/source_private.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/status.h:

lib/base/memory.h:

lib/source/inflate.h:
