build-clang/lib/graph/encode_quick.o: lib/graph/encode_quick.c \
  lib/graph/encode.h lib/base/bytes.h lib/base/memory.h \
  lib/base/status.h lib/graph/window.h lib/graph/codec.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h

lib/graph/encode.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/base/status.h:

lib/graph/window.h:

lib/graph/codec.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:
