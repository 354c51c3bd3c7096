build-clang/lib/orders/partialpr.o: lib/orders/partialpr.c \
  lib/orders/orders.h lib/crawl/engine.h lib/crawl/crawl.h \
  lib/crawl/strategy.h lib/graph/orders.h lib/base/status.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/graph/linkscores.h lib/crawl/frontier.h lib/base/bitset.h \
  lib/base/memory.h lib/base/hash.h lib/crawl/heap.h lib/crawl/shelves.h \
  lib/crawl/slot.h lib/orders/ranking.h lib/rank/pagerank.h \
  lib/base/progress.h lib/rank/checkpoint.h lib/rank/form.h \
  lib/rank/sum.h lib/team/team.h lib/team/share.h lib/rank/norm.h

lib/orders/orders.h:

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

lib/orders/ranking.h:

lib/rank/pagerank.h:

lib/base/progress.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:
