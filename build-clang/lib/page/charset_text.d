build-clang/lib/page/charset_text.o: lib/page/charset_text.c \
  lib/page/charset.h lib/base/span.h lib/base/status.h lib/base/bytes.h \
  lib/base/memory.h lib/page/charset_table.h

lib/page/charset.h:

lib/base/span.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/page/charset_table.h:
