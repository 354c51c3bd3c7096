build-clang/tests/unit/test_rows.o: tests/unit/test_rows.c \
  tests/unit/large_graph.h tests/unit/unit.h lib/base/status.h \
  lib/base/random.h lib/base/hash.h lib/links/rowstore.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/rank/rows.h lib/base/bitset.h lib/base/memory.h

tests/unit/large_graph.h:

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/links/rowstore.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/rank/rows.h:

lib/base/bitset.h:

lib/base/memory.h:
