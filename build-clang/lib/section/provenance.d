build-clang/lib/section/provenance.o: lib/section/provenance.c \
  lib/section/provenance.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/section/kind.h

lib/section/provenance.h:

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
