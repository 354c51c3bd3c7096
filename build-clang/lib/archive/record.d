build-clang/lib/archive/record.o: lib/archive/record.c lib/archive/head.h \
  lib/archive/archive.h lib/base/calendar.h lib/base/span.h \
  lib/base/status.h

lib/archive/head.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/base/status.h:
