build-clang/tests/unit/test_import_bvgraph.o: \
  tests/unit/test_import_bvgraph.c tests/unit/bvgraph_bits.h \
  tests/unit/unit.h lib/base/status.h lib/base/random.h lib/base/hash.h \
  lib/import/bvgraph.h lib/graph/rows.h

tests/unit/bvgraph_bits.h:

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/import/bvgraph.h:

lib/graph/rows.h:
