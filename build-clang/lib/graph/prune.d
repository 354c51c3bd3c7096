build-clang/lib/graph/prune.o: lib/graph/prune.c lib/graph/prune.h \
  lib/base/status.h lib/base/bitset.h lib/base/memory.h

lib/graph/prune.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:
