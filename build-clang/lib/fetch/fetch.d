build-clang/lib/fetch/fetch.o: lib/fetch/fetch.c lib/fetch/fetch.h \
  lib/archive/archive.h lib/base/calendar.h lib/base/span.h \
  lib/base/status.h lib/fetch/texts.h lib/page/html.h lib/archive/body.h \
  lib/archive/http.h lib/base/memory.h lib/fetch/parts.h lib/page/url.h \
  lib/page/charset.h

lib/fetch/fetch.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/base/status.h:

lib/fetch/texts.h:

lib/page/html.h:

lib/archive/body.h:

lib/archive/http.h:

lib/base/memory.h:

lib/fetch/parts.h:

lib/page/url.h:

lib/page/charset.h:
