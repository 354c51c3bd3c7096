build-clang/lib/crawl/crawl.o: lib/crawl/crawl.c lib/base/memory.h \
  lib/base/status.h lib/crawl/loop.h lib/crawl/engine.h \
  lib/crawl/crawl.h lib/crawl/strategy.h lib/graph/orders.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/graph/linkscores.h lib/crawl/frontier.h lib/base/bitset.h \
  lib/base/hash.h lib/crawl/heap.h lib/crawl/shelves.h lib/crawl/slot.h \
  lib/crawl/watch.h lib/crawl/parallel_run.h lib/crawl/scores.h

lib/base/memory.h:

lib/base/status.h:

lib/crawl/loop.h:

lib/crawl/engine.h:

lib/crawl/crawl.h:

lib/crawl/strategy.h:

lib/graph/orders.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/linkscores.h:

lib/crawl/frontier.h:

lib/base/bitset.h:

lib/base/hash.h:

lib/crawl/heap.h:

lib/crawl/shelves.h:

lib/crawl/slot.h:

lib/crawl/watch.h:

lib/crawl/parallel_run.h:

lib/crawl/scores.h:
