build-clang/lib/crawllog/history.o: lib/crawllog/history.c \
  lib/crawllog/history.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/graph/orders.h \
  lib/base/bitset.h lib/base/memory.h

lib/crawllog/history.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/orders.h:

lib/base/bitset.h:

lib/base/memory.h:
