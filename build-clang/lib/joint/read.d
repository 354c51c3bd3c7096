build-clang/lib/joint/read.o: lib/joint/read.c lib/joint/read.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/base/status.h \
  lib/stream/indexed.h lib/team/share.h lib/graph/graph.h \
  lib/graph/rows.h lib/team/team.h lib/base/memory.h lib/graph/codec.h \
  lib/joint/input.h lib/section/graph.h lib/graph/builder.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/section/weights.h

lib/joint/read.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/stream/indexed.h:

lib/team/share.h:

lib/graph/graph.h:

lib/graph/rows.h:

lib/team/team.h:

lib/base/memory.h:

lib/graph/codec.h:

lib/joint/input.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/weights.h:
