build-clang/lib/section/pull.o: lib/section/pull.c lib/section/pull.h \
  lib/base/span.h lib/graph/rows.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/base/bytes.h \
  lib/base/memory.h lib/graph/codec.h lib/graph/graph.h \
  lib/graph/store.h lib/section/graph.h lib/graph/builder.h \
  lib/section/kind.h lib/section/fields.h lib/graph/names.h

lib/section/pull.h:

lib/base/span.h:

lib/graph/rows.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/graph/codec.h:

lib/graph/graph.h:

lib/graph/store.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/kind.h:

lib/section/fields.h:

lib/graph/names.h:
