build-clang/lib/section/names.o: lib/section/names.c lib/section/names.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h lib/base/status.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/section/kind.h

lib/section/names.h:

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

lib/section/kind.h:
