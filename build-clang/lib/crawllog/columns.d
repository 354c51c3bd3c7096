build-clang/lib/crawllog/columns.o: lib/crawllog/columns.c \
  lib/crawllog/columns.h lib/base/span.h lib/base/memory.h \
  lib/base/status.h lib/base/number.h lib/crawllog/crawllog.h \
  lib/crawllog/when.h lib/base/calendar.h lib/source/source.h \
  lib/base/buffer.h lib/base/progress.h

lib/crawllog/columns.h:

lib/base/span.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/number.h:

lib/crawllog/crawllog.h:

lib/crawllog/when.h:

lib/base/calendar.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:
