build-clang/lib/graph/statistics.o: lib/graph/statistics.c \
  lib/graph/statistics.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h lib/base/bitset.h \
  lib/base/memory.h

lib/graph/statistics.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/bitset.h:

lib/base/memory.h:
