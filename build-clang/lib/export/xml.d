build-clang/lib/export/xml.o: lib/export/xml.c lib/export/xml.h \
  lib/export/formats.h lib/base/output.h lib/base/status.h \
  lib/base/progress.h lib/export/bvgraph_list.h lib/export/bitwriter.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h lib/export/text.h \
  lib/base/number.h lib/export/rows.h

lib/export/xml.h:

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

lib/export/text.h:

lib/base/number.h:

lib/export/rows.h:
