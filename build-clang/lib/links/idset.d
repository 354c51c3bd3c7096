build-clang/lib/links/idset.o: lib/links/idset.c lib/links/idset.h \
  lib/base/status.h lib/base/hash.h lib/base/memory.h lib/graph/rows.h

lib/links/idset.h:

lib/base/status.h:

lib/base/hash.h:

lib/base/memory.h:

lib/graph/rows.h:
