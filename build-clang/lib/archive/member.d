build-clang/lib/archive/member.o: lib/archive/member.c \
  lib/archive/member.h lib/base/status.h lib/base/buffer.h \
  lib/base/memory.h

lib/archive/member.h:

lib/base/status.h:

lib/base/buffer.h:

lib/base/memory.h:
