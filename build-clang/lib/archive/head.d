build-clang/lib/archive/head.o: lib/archive/head.c lib/archive/head.h \
  lib/archive/archive.h lib/base/calendar.h lib/base/span.h \
  lib/base/status.h lib/archive/date.h lib/base/number.h lib/base/text.h

lib/archive/head.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/base/status.h:

lib/archive/date.h:

lib/base/number.h:

lib/base/text.h:
