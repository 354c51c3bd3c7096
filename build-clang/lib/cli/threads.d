build-clang/lib/cli/threads.o: lib/cli/threads.c lib/cli/threads.h \
  lib/base/memory.h lib/base/status.h lib/base/signals.h

lib/cli/threads.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/signals.h:
