build-clang/lib/structure/harmonic.o: lib/structure/harmonic.c \
  lib/structure/harmonic.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/base/bitset.h lib/base/memory.h lib/base/hash.h

lib/structure/harmonic.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/hash.h:
