build-clang/tests/unit/test_chains.o: tests/unit/test_chains.c \
  tests/unit/no_blocks.h tests/unit/unit.h lib/base/status.h \
  lib/graph/builder.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/bitset.h lib/base/memory.h lib/base/bytes.h \
  lib/graph/codec.h lib/graph/store.h

tests/unit/no_blocks.h:

tests/unit/unit.h:

lib/base/status.h:

lib/graph/builder.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/bytes.h:

lib/graph/codec.h:

lib/graph/store.h:
