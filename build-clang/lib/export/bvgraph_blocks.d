build-clang/lib/export/bvgraph_blocks.o: lib/export/bvgraph_blocks.c \
  lib/export/bvgraph_blocks.h lib/base/progress.h \
  lib/export/bvgraph_list.h lib/export/bitwriter.h lib/base/status.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/memory.h

lib/export/bvgraph_blocks.h:

lib/base/progress.h:

lib/export/bvgraph_list.h:

lib/export/bitwriter.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/memory.h:
