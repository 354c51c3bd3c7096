build-clang/lib/section/seeds.o: lib/section/seeds.c lib/section/seeds.h \
  lib/graph/cores.h lib/base/status.h lib/section/fields.h \
  lib/base/bytes.h lib/graph/names.h lib/base/span.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/section/kind.h

lib/section/seeds.h:

lib/graph/cores.h:

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

lib/section/kind.h:
