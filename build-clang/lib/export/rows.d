build-clang/lib/export/rows.o: lib/export/rows.c lib/export/rows.h \
  lib/export/formats.h lib/base/output.h lib/base/status.h \
  lib/base/progress.h lib/export/bvgraph_list.h lib/export/bitwriter.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h lib/base/memory.h

lib/export/rows.h:

lib/export/formats.h:

lib/base/output.h:

lib/base/status.h:

lib/base/progress.h:

lib/export/bvgraph_list.h:

lib/export/bitwriter.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/memory.h:
