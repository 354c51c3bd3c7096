build-clang/lib/eval/depth.o: lib/eval/depth.c lib/eval/depth.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/graph/orders.h lib/base/memory.h \
  lib/eval/pageset.h lib/base/bitset.h

lib/eval/depth.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/orders.h:

lib/base/memory.h:

lib/eval/pageset.h:

lib/base/bitset.h:
