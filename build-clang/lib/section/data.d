build-clang/lib/section/data.o: lib/section/data.c lib/section/hosts.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h lib/base/status.h \
  lib/section/fields.h lib/base/bytes.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/section/kind.h lib/section/names.h \
  lib/section/scores.h lib/section/weights.h

lib/section/hosts.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/section/kind.h:

lib/section/names.h:

lib/section/scores.h:

lib/section/weights.h:
