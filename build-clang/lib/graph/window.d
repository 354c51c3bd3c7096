build-clang/lib/graph/window.o: lib/graph/window.c lib/graph/window.h \
  lib/graph/codec.h lib/base/status.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h

lib/graph/window.h:

lib/graph/codec.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:
