build-clang/lib/archive/date.o: lib/archive/date.c lib/archive/date.h \
  lib/base/span.h lib/base/calendar.h

lib/archive/date.h:

lib/base/span.h:

lib/base/calendar.h:
