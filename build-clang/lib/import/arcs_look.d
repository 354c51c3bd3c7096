build-clang/lib/import/arcs_look.o: lib/import/arcs_look.c \
  lib/import/arcs_look.h lib/import/arcs.h lib/base/progress.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/graph/names.h lib/base/span.h lib/page/match.h \
  lib/source/source.h lib/base/buffer.h lib/base/number.h \
  lib/import/arcs_parse.h lib/links/idlinks.h lib/links/collect.h \
  lib/links/idset.h lib/links/linksort.h lib/links/rowstore.h

lib/import/arcs_look.h:

lib/import/arcs.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/names.h:

lib/base/span.h:

lib/page/match.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/number.h:

lib/import/arcs_parse.h:

lib/links/idlinks.h:

lib/links/collect.h:

lib/links/idset.h:

lib/links/linksort.h:

lib/links/rowstore.h:
