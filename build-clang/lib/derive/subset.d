build-clang/lib/derive/subset.o: lib/derive/subset.c lib/derive/subset.h \
  lib/base/bitset.h lib/base/memory.h lib/base/status.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/graph/linkscores.h lib/derive/sweep.h

lib/derive/subset.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/linkscores.h:

lib/derive/sweep.h:
