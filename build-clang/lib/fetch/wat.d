build-clang/lib/fetch/wat.o: lib/fetch/wat.c lib/fetch/wat.h \
  lib/fetch/fetch.h lib/archive/archive.h lib/base/calendar.h \
  lib/base/span.h lib/base/status.h lib/fetch/texts.h lib/page/html.h \
  lib/archive/date.h lib/base/guard.h lib/base/memory.h \
  lib/fetch/parts.h lib/page/url.h lib/page/references.h

lib/fetch/wat.h:

lib/fetch/fetch.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/base/status.h:

lib/fetch/texts.h:

lib/page/html.h:

lib/archive/date.h:

lib/base/guard.h:

lib/base/memory.h:

lib/fetch/parts.h:

lib/page/url.h:

lib/page/references.h:
