build-clang/lib/crawllog/when.o: lib/crawllog/when.c lib/crawllog/when.h \
  lib/base/calendar.h lib/base/span.h

lib/crawllog/when.h:

lib/base/calendar.h:

lib/base/span.h:
