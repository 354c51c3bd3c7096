build-clang/lib/graph/encode.o: lib/graph/encode.c lib/graph/codec.h \
  lib/base/status.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/bytes.h lib/base/memory.h lib/graph/encode.h \
  lib/graph/window.h

lib/graph/codec.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/graph/encode.h:

lib/graph/window.h:
