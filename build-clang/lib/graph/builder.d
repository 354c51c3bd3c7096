build-clang/lib/graph/builder.o: lib/graph/builder.c lib/graph/builder.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/base/memory.h lib/graph/encode.h \
  lib/base/bytes.h lib/graph/window.h lib/graph/codec.h

lib/graph/builder.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/graph/encode.h:

lib/base/bytes.h:

lib/graph/window.h:

lib/graph/codec.h:
