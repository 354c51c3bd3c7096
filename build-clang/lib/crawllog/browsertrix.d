build-clang/lib/crawllog/browsertrix.o: lib/crawllog/browsertrix.c \
  lib/crawllog/crawllog.h lib/base/status.h lib/crawllog/columns.h \
  lib/base/span.h lib/crawllog/when.h lib/base/calendar.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/crawllog/json.h lib/base/memory.h lib/base/number.h

lib/crawllog/crawllog.h:

lib/base/status.h:

lib/crawllog/columns.h:

lib/base/span.h:

lib/crawllog/when.h:

lib/base/calendar.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/crawllog/json.h:

lib/base/memory.h:

lib/base/number.h:
