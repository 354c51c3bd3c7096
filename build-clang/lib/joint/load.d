build-clang/lib/joint/load.o: lib/joint/load.c lib/joint/read.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/base/status.h \
  lib/stream/indexed.h lib/team/share.h lib/graph/graph.h \
  lib/graph/rows.h lib/team/team.h lib/base/memory.h lib/joint/input.h

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

lib/joint/input.h:
