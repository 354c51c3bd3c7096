build-clang/lib/crawl/partition.o: lib/crawl/partition.c \
  lib/crawl/partition.h lib/graph/hosts.h lib/graph/names.h \
  lib/base/span.h lib/base/status.h lib/graph/orders.h lib/base/hash.h \
  lib/base/memory.h lib/base/random.h

lib/crawl/partition.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/graph/orders.h:

lib/base/hash.h:

lib/base/memory.h:

lib/base/random.h:
