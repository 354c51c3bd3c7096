build-clang/lib/seed/candidates.o: lib/seed/candidates.c \
  lib/seed/candidates.h lib/seed/top.h lib/base/memory.h \
  lib/base/status.h

lib/seed/candidates.h:

lib/seed/top.h:

lib/base/memory.h:

lib/base/status.h:
