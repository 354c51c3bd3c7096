build-clang/lib/joint/write.o: lib/joint/write.c lib/joint/write.h \
  lib/joint/read.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/status.h lib/stream/indexed.h lib/team/share.h \
  lib/graph/graph.h lib/graph/rows.h lib/team/team.h lib/base/bytes.h \
  lib/base/memory.h lib/joint/run.h lib/section/provenance.h \
  lib/section/fields.h lib/graph/names.h lib/base/span.h \
  lib/section/scores.h

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

lib/base/bytes.h:

lib/base/memory.h:

lib/joint/run.h:

lib/section/provenance.h:

lib/section/fields.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/scores.h:
