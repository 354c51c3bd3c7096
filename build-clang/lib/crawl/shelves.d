build-clang/lib/crawl/shelves.o: lib/crawl/shelves.c lib/crawl/shelves.h \
  lib/crawl/slot.h lib/base/status.h lib/base/hash.h lib/base/memory.h

lib/crawl/shelves.h:

lib/crawl/slot.h:

lib/base/status.h:

lib/base/hash.h:

lib/base/memory.h:
