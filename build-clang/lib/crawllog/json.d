build-clang/lib/crawllog/json.o: lib/crawllog/json.c lib/crawllog/json.h \
  lib/base/span.h lib/base/guard.h lib/base/memory.h lib/base/status.h

lib/crawllog/json.h:

lib/base/span.h:

lib/base/guard.h:

lib/base/memory.h:

lib/base/status.h:
