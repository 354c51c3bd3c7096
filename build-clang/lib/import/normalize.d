build-clang/lib/import/normalize.o: lib/import/normalize.c \
  lib/import/normalize.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/graph/names.h lib/base/span.h \
  lib/links/linksort.h lib/base/progress.h lib/base/hash.h \
  lib/base/memory.h lib/links/collect.h lib/links/idset.h \
  lib/links/rowstore.h lib/page/url.h

lib/import/normalize.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/names.h:

lib/base/span.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/base/hash.h:

lib/base/memory.h:

lib/links/collect.h:

lib/links/idset.h:

lib/links/rowstore.h:

lib/page/url.h:
