build-clang/tests/unit/test_export_bvgraph.o: \
  tests/unit/test_export_bvgraph.c tests/unit/bvgraph_bits.h \
  tests/unit/unit.h lib/base/status.h lib/base/random.h lib/base/hash.h \
  tests/unit/graph_rows.h tests/unit/stream_bytes.h lib/links/rowstore.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/section/orders.h lib/graph/orders.h lib/section/fields.h \
  lib/base/bytes.h lib/graph/names.h lib/base/span.h \
  lib/section/section.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/export/bvgraph.h lib/base/progress.h \
  lib/export/bvgraph_list.h lib/export/bitwriter.h lib/import/bvgraph.h

tests/unit/bvgraph_bits.h:

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

tests/unit/graph_rows.h:

tests/unit/stream_bytes.h:

lib/links/rowstore.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/section/orders.h:

lib/graph/orders.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/section.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/export/bvgraph.h:

lib/base/progress.h:

lib/export/bvgraph_list.h:

lib/export/bitwriter.h:

lib/import/bvgraph.h:
