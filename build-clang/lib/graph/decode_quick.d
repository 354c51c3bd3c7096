build-clang/lib/graph/decode_quick.o: lib/graph/decode_quick.c \
  lib/graph/decode.h lib/graph/codec.h lib/base/status.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/bytes.h

lib/graph/decode.h:

lib/graph/codec.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/bytes.h:
