build-clang/lib/import/arcs_ids.o: lib/import/arcs_ids.c \
  lib/import/arcs_parts.h lib/import/arcs_parse.h lib/base/status.h \
  lib/links/idlinks.h lib/links/collect.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/links/idset.h \
  lib/links/linksort.h lib/base/progress.h lib/links/rowstore.h \
  lib/import/arcs.h lib/graph/names.h lib/base/span.h lib/page/match.h \
  lib/source/source.h lib/base/buffer.h lib/base/memory.h \
  lib/base/number.h

lib/import/arcs_parts.h:

lib/import/arcs_parse.h:

lib/base/status.h:

lib/links/idlinks.h:

lib/links/collect.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/links/idset.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/links/rowstore.h:

lib/import/arcs.h:

lib/graph/names.h:

lib/base/span.h:

lib/page/match.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/memory.h:

lib/base/number.h:
