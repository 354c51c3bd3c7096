build-clang/lib/stream/section.o: lib/stream/section.c \
  lib/stream/stream.h lib/base/output.h lib/base/status.h \
  lib/base/memory.h

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/memory.h:
