build-clang/lib/graph/linkscores.o: lib/graph/linkscores.c \
  lib/graph/linkscores.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/base/memory.h

lib/graph/linkscores.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:
