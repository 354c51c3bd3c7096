build-clang/lib/page/html_open.o: lib/page/html_open.c \
  lib/page/html_open.h lib/page/html_scan.h lib/base/span.h \
  lib/base/status.h lib/page/html_tags.h lib/base/hash.h \
  lib/base/memory.h

lib/page/html_open.h:

lib/page/html_scan.h:

lib/base/span.h:

lib/base/status.h:

lib/page/html_tags.h:

lib/base/hash.h:

lib/base/memory.h:
