build-clang/lib/section/downloads.o: lib/section/downloads.c \
  lib/section/downloads.h lib/graph/orders.h lib/base/status.h \
  lib/base/memory.h

lib/section/downloads.h:

lib/graph/orders.h:

lib/base/status.h:

lib/base/memory.h:
