build-clang/lib/crawl/heap.o: lib/crawl/heap.c lib/crawl/heap.h \
  lib/base/status.h lib/crawl/shelves.h lib/crawl/slot.h \
  lib/base/memory.h

lib/crawl/heap.h:

lib/base/status.h:

lib/crawl/shelves.h:

lib/crawl/slot.h:

lib/base/memory.h:
