build-clang/cmd/hotcurve/draws.o: cmd/hotcurve/draws.c \
  cmd/hotcurve/draws.h lib/base/status.h lib/base/memory.h

cmd/hotcurve/draws.h:

lib/base/status.h:

lib/base/memory.h:
