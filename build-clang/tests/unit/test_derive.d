build-clang/tests/unit/test_derive.o: tests/unit/test_derive.c \
  tests/unit/graph_rows.h tests/unit/stream_bytes.h tests/unit/unit.h \
  lib/base/status.h lib/links/rowstore.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/section/orders.h \
  lib/graph/orders.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/section/section.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/random.h lib/base/hash.h lib/derive/fold.h \
  lib/base/progress.h lib/graph/hosts.h lib/links/linksort.h \
  lib/derive/subset.h lib/base/bitset.h lib/base/memory.h \
  lib/graph/linkscores.h lib/derive/sweep.h

tests/unit/graph_rows.h:

tests/unit/stream_bytes.h:

tests/unit/unit.h:

lib/base/status.h:

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

lib/base/random.h:

lib/base/hash.h:

lib/derive/fold.h:

lib/base/progress.h:

lib/graph/hosts.h:

lib/links/linksort.h:

lib/derive/subset.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/linkscores.h:

lib/derive/sweep.h:
