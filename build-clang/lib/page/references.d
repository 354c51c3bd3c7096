build-clang/lib/page/references.o: lib/page/references.c \
  lib/page/references.h

lib/page/references.h:
