build-clang/lib/page/html.o: lib/page/html.c lib/page/html.h \
  lib/base/span.h lib/base/status.h lib/base/memory.h lib/page/arena.h \
  lib/page/html_links.h lib/page/html_scan.h lib/page/html_text.h

lib/page/html.h:

lib/base/span.h:

lib/base/status.h:

lib/base/memory.h:

lib/page/arena.h:

lib/page/html_links.h:

lib/page/html_scan.h:

lib/page/html_text.h:
