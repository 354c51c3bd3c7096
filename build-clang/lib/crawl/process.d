build-clang/lib/crawl/process.o: lib/crawl/process.c lib/crawl/process.h \
  lib/crawl/loop.h lib/crawl/engine.h lib/crawl/crawl.h \
  lib/crawl/strategy.h lib/graph/orders.h lib/base/status.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/graph/linkscores.h lib/crawl/frontier.h lib/base/bitset.h \
  lib/base/memory.h lib/base/hash.h lib/crawl/heap.h lib/crawl/shelves.h \
  lib/crawl/slot.h lib/crawl/watch.h lib/crawl/outbox.h \
  lib/crawl/parallel.h lib/crawl/partition.h

lib/crawl/process.h:

lib/crawl/loop.h:

lib/crawl/engine.h:

lib/crawl/crawl.h:

lib/crawl/strategy.h:

lib/graph/orders.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/linkscores.h:

lib/crawl/frontier.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/hash.h:

lib/crawl/heap.h:

lib/crawl/shelves.h:

lib/crawl/slot.h:

lib/crawl/watch.h:

lib/crawl/outbox.h:

lib/crawl/parallel.h:

lib/crawl/partition.h:
