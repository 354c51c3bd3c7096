build-clang/lib/generate/lists.o: lib/generate/lists.c \
  lib/generate/lists.h

lib/generate/lists.h:
