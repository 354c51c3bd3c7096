build-clang/lib/derive/fold.o: lib/derive/fold.c lib/derive/fold.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/graph/hosts.h lib/graph/names.h \
  lib/base/span.h lib/links/linksort.h lib/base/memory.h \
  lib/derive/sweep.h

lib/derive/fold.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/links/linksort.h:

lib/base/memory.h:

lib/derive/sweep.h:
