build-clang/lib/section/orders.o: lib/section/orders.c \
  lib/section/orders.h lib/graph/orders.h lib/base/status.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/memory.h lib/section/downloads.h lib/section/kind.h

lib/section/orders.h:

lib/graph/orders.h:

lib/base/status.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/memory.h:

lib/section/downloads.h:

lib/section/kind.h:
