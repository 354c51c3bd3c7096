build-clang/lib/links/rowstore.o: lib/links/rowstore.c \
  lib/links/rowstore.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/base/memory.h \
  lib/graph/builder.h lib/graph/codec.h lib/graph/store.h

lib/links/rowstore.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/graph/builder.h:

lib/graph/codec.h:

lib/graph/store.h:
