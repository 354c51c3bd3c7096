build-clang/lib/fetch/parts.o: lib/fetch/parts.c lib/fetch/parts.h \
  lib/fetch/fetch.h lib/archive/archive.h lib/base/calendar.h \
  lib/base/span.h lib/base/status.h lib/fetch/texts.h lib/page/html.h \
  lib/page/url.h lib/base/memory.h

lib/fetch/parts.h:

lib/fetch/fetch.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/base/status.h:

lib/fetch/texts.h:

lib/page/html.h:

lib/page/url.h:

lib/base/memory.h:
