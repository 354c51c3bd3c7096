build-clang/lib/links/collect.o: lib/links/collect.c lib/links/collect.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/links/idset.h lib/links/linksort.h \
  lib/base/progress.h lib/links/rowstore.h lib/base/memory.h \
  lib/graph/codec.h lib/links/rowsort.h

lib/links/collect.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/links/idset.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/links/rowstore.h:

lib/base/memory.h:

lib/graph/codec.h:

lib/links/rowsort.h:
