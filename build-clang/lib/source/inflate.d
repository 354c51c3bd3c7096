build-clang/lib/source/inflate.o: lib/source/inflate.c \
  lib/source/inflate.h lib/base/status.h lib/base/bytes.h \
  lib/base/memory.h

lib/source/inflate.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/memory.h:
