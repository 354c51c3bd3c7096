build-clang/lib/section/load.o: lib/section/load.c lib/section/kind.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h lib/base/status.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/base/memory.h lib/graph/graph.h lib/graph/rows.h \
  lib/section/listing.h

lib/section/kind.h:

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

lib/graph/graph.h:

lib/graph/rows.h:

lib/section/listing.h:
