build-clang/lib/seed/authorities.o: lib/seed/authorities.c \
  lib/seed/authorities.h lib/seed/top.h lib/base/bitset.h \
  lib/base/memory.h lib/base/status.h

lib/seed/authorities.h:

lib/seed/top.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:
