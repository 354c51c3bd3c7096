build-clang/lib/graph/decode.o: lib/graph/decode.c lib/graph/decode.h \
  lib/graph/codec.h lib/base/status.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/bytes.h

lib/graph/decode.h:

lib/graph/codec.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/bytes.h:
