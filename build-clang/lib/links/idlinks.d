build-clang/lib/links/idlinks.o: lib/links/idlinks.c lib/links/idlinks.h \
  lib/links/collect.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/links/idset.h \
  lib/links/linksort.h lib/base/progress.h lib/links/rowstore.h \
  lib/base/memory.h lib/links/linkpile.h

lib/links/idlinks.h:

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

lib/links/linkpile.h:
