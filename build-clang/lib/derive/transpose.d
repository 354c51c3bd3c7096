build-clang/lib/derive/transpose.o: lib/derive/transpose.c \
  lib/derive/transpose.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/base/memory.h lib/links/rowstore.h

lib/derive/transpose.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/links/rowstore.h:
