build-clang/lib/crawllog/nutch.o: lib/crawllog/nutch.c \
  lib/crawllog/crawllog.h lib/base/status.h lib/crawllog/columns.h \
  lib/base/span.h lib/crawllog/when.h lib/base/calendar.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/base/memory.h lib/base/number.h

lib/crawllog/crawllog.h:

lib/base/status.h:

lib/crawllog/columns.h:

lib/base/span.h:

lib/crawllog/when.h:

lib/base/calendar.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/memory.h:

lib/base/number.h:
