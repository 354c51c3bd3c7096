build-clang/lib/page/charset.o: lib/page/charset.c lib/page/charset.h \
  lib/base/span.h lib/base/status.h lib/page/charset_table.h

lib/page/charset.h:

lib/base/span.h:

lib/base/status.h:

lib/page/charset_table.h:
