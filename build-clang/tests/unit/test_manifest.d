build-clang/tests/unit/test_manifest.o: tests/unit/test_manifest.c \
  tests/unit/stream_bytes.h tests/unit/unit.h lib/base/status.h \
  lib/links/rowstore.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/section/orders.h lib/graph/orders.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h lib/section/section.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/section/manifest.h \
  lib/section/part.h

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

lib/section/manifest.h:

lib/section/part.h:
