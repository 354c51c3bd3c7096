build-clang/lib/section/contents.o: lib/section/contents.c \
  lib/section/kind.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/base/memory.h \
  lib/section/hosts.h lib/graph/hosts.h lib/section/listing.h

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

lib/section/hosts.h:

lib/graph/hosts.h:

lib/section/listing.h:
