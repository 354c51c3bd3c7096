build-clang/lib/joint/graph.o: lib/joint/graph.c lib/joint/write.h \
  lib/joint/read.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/status.h lib/stream/indexed.h lib/team/share.h \
  lib/graph/graph.h lib/graph/rows.h lib/team/team.h lib/base/memory.h \
  lib/joint/run.h lib/section/prune.h lib/graph/prune.h \
  lib/section/graph.h lib/graph/builder.h lib/section/weights.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h

lib/joint/write.h:

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

lib/joint/run.h:

lib/section/prune.h:

lib/graph/prune.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/weights.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:
