build-clang/lib/export/bvgraph.o: lib/export/bvgraph.c \
  lib/export/bvgraph.h lib/base/output.h lib/base/status.h \
  lib/base/progress.h lib/export/bvgraph_list.h lib/export/bitwriter.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/memory.h lib/export/bvgraph_blocks.h lib/export/formats.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h

lib/export/bvgraph.h:

lib/base/output.h:

lib/base/status.h:

lib/base/progress.h:

lib/export/bvgraph_list.h:

lib/export/bitwriter.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/memory.h:

lib/export/bvgraph_blocks.h:

lib/export/formats.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:
