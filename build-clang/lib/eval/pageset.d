build-clang/lib/eval/pageset.o: lib/eval/pageset.c lib/eval/pageset.h \
  lib/base/bitset.h lib/base/memory.h lib/base/status.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/orders.h

lib/eval/pageset.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/orders.h:
