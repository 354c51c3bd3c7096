build-clang/lib/section/manifest.o: lib/section/manifest.c \
  lib/section/manifest.h lib/base/output.h lib/base/status.h \
  lib/section/part.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/memory.h \
  lib/base/number.h lib/base/text.h lib/graph/graph.h lib/graph/rows.h

lib/section/manifest.h:

lib/base/output.h:

lib/base/status.h:

lib/section/part.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/text.h:

lib/graph/graph.h:

lib/graph/rows.h:
