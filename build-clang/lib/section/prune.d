build-clang/lib/section/prune.o: lib/section/prune.c lib/section/prune.h \
  lib/graph/prune.h lib/base/status.h lib/section/graph.h \
  lib/graph/builder.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/section/section.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/section/weights.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h lib/base/bitset.h lib/base/memory.h lib/graph/codec.h

lib/section/prune.h:

lib/graph/prune.h:

lib/base/status.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/section/section.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/section/weights.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/codec.h:
