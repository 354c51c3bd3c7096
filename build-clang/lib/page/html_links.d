build-clang/lib/page/html_links.o: lib/page/html_links.c \
  lib/page/html_links.h lib/page/html.h lib/base/span.h \
  lib/base/status.h lib/base/memory.h

lib/page/html_links.h:

lib/page/html.h:

lib/base/span.h:

lib/base/status.h:

lib/base/memory.h:
