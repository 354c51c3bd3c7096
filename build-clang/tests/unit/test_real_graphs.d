build-clang/tests/unit/test_real_graphs.o: tests/unit/test_real_graphs.c \
  tests/unit/unit.h lib/base/status.h lib/import/arcs.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/graph/names.h lib/base/span.h lib/page/match.h \
  lib/source/source.h lib/base/buffer.h lib/import/bvgraph.h

tests/unit/unit.h:

lib/base/status.h:

lib/import/arcs.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/names.h:

lib/base/span.h:

lib/page/match.h:

lib/source/source.h:

lib/base/buffer.h:

lib/import/bvgraph.h:
