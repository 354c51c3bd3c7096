build-clang/lib/links/linkrun.o: lib/links/linkrun.c lib/links/linkrun.h \
  lib/base/status.h lib/base/buffer.h lib/base/memory.h \
  lib/base/unnamed.h

lib/links/linkrun.h:

lib/base/status.h:

lib/base/buffer.h:

lib/base/memory.h:

lib/base/unnamed.h:
