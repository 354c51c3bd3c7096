build-clang/lib/section/part.o: lib/section/part.c lib/section/part.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/base/status.h \
  lib/graph/graph.h lib/graph/rows.h lib/section/kind.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h

lib/section/part.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/rows.h:

lib/section/kind.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:
