build-clang/lib/import/captures.o: lib/import/captures.c \
  lib/import/captures.h lib/base/span.h lib/graph/names.h \
  lib/base/status.h lib/links/collect.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/links/idset.h \
  lib/links/linksort.h lib/base/progress.h lib/links/rowstore.h \
  lib/base/memory.h lib/import/redirects.h

lib/import/captures.h:

lib/base/span.h:

lib/graph/names.h:

lib/base/status.h:

lib/links/collect.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/links/idset.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/links/rowstore.h:

lib/base/memory.h:

lib/import/redirects.h:
