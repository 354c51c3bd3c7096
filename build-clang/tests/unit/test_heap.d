build-clang/tests/unit/test_heap.o: tests/unit/test_heap.c \
  tests/unit/unit.h lib/base/status.h lib/base/memory.h \
  lib/base/random.h lib/base/hash.h lib/crawl/heap.h lib/crawl/shelves.h \
  lib/crawl/slot.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/random.h:

lib/base/hash.h:

lib/crawl/heap.h:

lib/crawl/shelves.h:

lib/crawl/slot.h:
