build-clang/lib/page/charset_table.o: lib/page/charset_table.c \
  lib/page/charset_table.h lib/base/span.h

lib/page/charset_table.h:

lib/base/span.h:
