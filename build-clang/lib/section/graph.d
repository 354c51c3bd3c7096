build-clang/lib/section/graph.o: lib/section/graph.c lib/section/graph.h \
  lib/graph/builder.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/section/section.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/memory.h lib/graph/codec.h lib/graph/store.h \
  lib/section/kind.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/section/weights.h

lib/section/graph.h:

lib/graph/builder.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/section/section.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/memory.h:

lib/graph/codec.h:

lib/graph/store.h:

lib/section/kind.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/weights.h:
