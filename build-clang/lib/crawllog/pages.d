build-clang/lib/crawllog/pages.o: lib/crawllog/pages.c \
  lib/crawllog/pages.h lib/base/span.h lib/page/match.h \
  lib/graph/names.h lib/base/status.h lib/base/memory.h lib/graph/rows.h \
  lib/page/url.h

lib/crawllog/pages.h:

lib/base/span.h:

lib/page/match.h:

lib/graph/names.h:

lib/base/status.h:

lib/base/memory.h:

lib/graph/rows.h:

lib/page/url.h:
