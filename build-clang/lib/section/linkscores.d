build-clang/lib/section/linkscores.o: lib/section/linkscores.c \
  lib/section/linkscores.h lib/graph/linkscores.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h lib/section/section.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/base/memory.h \
  lib/section/kind.h

lib/section/linkscores.h:

lib/graph/linkscores.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/section.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/memory.h:

lib/section/kind.h:
