build-clang/lib/joint/blocks.o: lib/joint/blocks.c lib/base/bytes.h \
  lib/base/memory.h lib/base/status.h lib/graph/codec.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/store.h lib/joint/input.h lib/joint/read.h \
  lib/section/section.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/stream/indexed.h lib/team/share.h \
  lib/team/team.h

lib/base/bytes.h:

lib/base/memory.h:

lib/base/status.h:

lib/graph/codec.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/store.h:

lib/joint/input.h:

lib/joint/read.h:

lib/section/section.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/stream/indexed.h:

lib/team/share.h:

lib/team/team.h:
