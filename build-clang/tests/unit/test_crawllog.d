build-clang/tests/unit/test_crawllog.o: tests/unit/test_crawllog.c \
  tests/unit/unit.h lib/base/status.h lib/base/random.h lib/base/hash.h \
  lib/crawllog/crawllog.h lib/crawllog/columns.h lib/base/span.h \
  lib/crawllog/when.h lib/base/calendar.h lib/source/source.h \
  lib/base/buffer.h lib/base/progress.h lib/crawllog/history.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/orders.h lib/crawllog/pages.h lib/page/match.h \
  lib/graph/names.h lib/links/rowstore.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/crawllog/crawllog.h:

lib/crawllog/columns.h:

lib/base/span.h:

lib/crawllog/when.h:

lib/base/calendar.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/crawllog/history.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/orders.h:

lib/crawllog/pages.h:

lib/page/match.h:

lib/graph/names.h:

lib/links/rowstore.h:
