build-clang/lib/orders/plan.o: lib/orders/plan.c lib/orders/plan.h \
  lib/crawl/strategy.h lib/graph/orders.h lib/base/status.h \
  lib/base/number.h lib/base/suggest.h lib/base/text.h \
  lib/orders/orders.h lib/crawl/engine.h lib/crawl/crawl.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/graph/linkscores.h lib/crawl/frontier.h lib/base/bitset.h \
  lib/base/memory.h lib/base/hash.h lib/crawl/heap.h lib/crawl/shelves.h \
  lib/crawl/slot.h

lib/orders/plan.h:

lib/crawl/strategy.h:

lib/graph/orders.h:

lib/base/status.h:

lib/base/number.h:

lib/base/suggest.h:

lib/base/text.h:

lib/orders/orders.h:

lib/crawl/engine.h:

lib/crawl/crawl.h:

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
