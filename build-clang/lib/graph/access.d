build-clang/lib/graph/access.o: lib/graph/access.c lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/base/bytes.h lib/base/memory.h lib/graph/decode.h \
  lib/graph/codec.h lib/graph/plain.h lib/graph/store.h

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/graph/decode.h:

lib/graph/codec.h:

lib/graph/plain.h:

lib/graph/store.h:
