build-clang/lib/page/html_tags.o: lib/page/html_tags.c \
  lib/page/html_tags.h

lib/page/html_tags.h:
