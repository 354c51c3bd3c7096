build-clang/lib/export/formats.o: lib/export/formats.c \
  lib/export/formats.h lib/base/output.h lib/base/status.h \
  lib/base/progress.h lib/export/bvgraph_list.h lib/export/bitwriter.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h

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
