build-clang/lib/graph/names.o: lib/graph/names.c lib/graph/names.h \
  lib/base/span.h lib/base/status.h lib/base/hash.h lib/base/memory.h

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/base/hash.h:

lib/base/memory.h:
