build-clang/lib/section/weights.o: lib/section/weights.c \
  lib/section/weights.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/base/memory.h \
  lib/section/graph.h lib/graph/builder.h lib/graph/graph.h \
  lib/graph/rows.h lib/section/kind.h

lib/section/weights.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/memory.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/graph/graph.h:

lib/graph/rows.h:

lib/section/kind.h:
