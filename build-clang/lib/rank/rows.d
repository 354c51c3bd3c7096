build-clang/lib/rank/rows.o: lib/rank/rows.c lib/rank/rows.h \
  lib/base/bitset.h lib/base/memory.h lib/base/status.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h

lib/rank/rows.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:
