build-clang/lib/seed/inlinks.o: lib/seed/inlinks.c lib/seed/inlinks.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/base/bitset.h lib/base/memory.h \
  lib/graph/visit.h lib/base/progress.h lib/seed/pagemap.h

lib/seed/inlinks.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/visit.h:

lib/base/progress.h:

lib/seed/pagemap.h:
