build-clang/lib/graph/plain.o: lib/graph/plain.c lib/graph/plain.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/base/memory.h

lib/graph/plain.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:
