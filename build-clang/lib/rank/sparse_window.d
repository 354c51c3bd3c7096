build-clang/lib/rank/sparse_window.o: lib/rank/sparse_window.c \
  lib/rank/sparse_window.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/base/bitset.h lib/base/memory.h \
  lib/base/hash.h

lib/rank/sparse_window.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/hash.h:
