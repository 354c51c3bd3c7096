build-clang/lib/base/unnamed.o: lib/base/unnamed.c lib/base/unnamed.h \
  lib/base/memory.h lib/base/status.h lib/base/signals.h

lib/base/unnamed.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/signals.h:
