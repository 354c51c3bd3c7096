build-clang/lib/links/rowsort.o: lib/links/rowsort.c lib/links/rowsort.h \
  lib/base/status.h lib/base/memory.h

lib/links/rowsort.h:

lib/base/status.h:

lib/base/memory.h:
