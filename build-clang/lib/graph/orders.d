build-clang/lib/graph/orders.o: lib/graph/orders.c lib/graph/orders.h \
  lib/base/status.h lib/base/bitset.h lib/base/memory.h

lib/graph/orders.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:
