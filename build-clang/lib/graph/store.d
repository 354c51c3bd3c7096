build-clang/lib/graph/store.o: lib/graph/store.c lib/graph/store.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/base/bitset.h lib/base/memory.h lib/base/bytes.h \
  lib/graph/codec.h

lib/graph/store.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/bytes.h:

lib/graph/codec.h:
