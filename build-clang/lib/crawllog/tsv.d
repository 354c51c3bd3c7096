build-clang/lib/crawllog/tsv.o: lib/crawllog/tsv.c lib/crawllog/header.h \
  lib/crawllog/crawllog.h lib/base/status.h lib/crawllog/columns.h \
  lib/base/span.h lib/crawllog/when.h lib/base/calendar.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/base/memory.h

lib/crawllog/header.h:

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
