build-clang/lib/export/bitwriter.o: lib/export/bitwriter.c \
  lib/export/bitwriter.h lib/base/status.h lib/base/memory.h

lib/export/bitwriter.h:

lib/base/status.h:

lib/base/memory.h:
