build-clang/lib/import/redirects.o: lib/import/redirects.c \
  lib/import/redirects.h

lib/import/redirects.h:
