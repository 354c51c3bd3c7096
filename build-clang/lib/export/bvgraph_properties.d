build-clang/lib/export/bvgraph_properties.o: \
  lib/export/bvgraph_properties.c lib/export/bvgraph.h lib/base/output.h \
  lib/base/status.h lib/base/progress.h lib/export/bvgraph_list.h \
  lib/export/bitwriter.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/number.h

lib/export/bvgraph.h:

lib/base/output.h:

lib/base/status.h:

lib/base/progress.h:

lib/export/bvgraph_list.h:

lib/export/bitwriter.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/number.h:
