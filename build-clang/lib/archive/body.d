build-clang/lib/archive/body.o: lib/archive/body.c lib/archive/body.h \
  lib/archive/http.h lib/base/span.h lib/base/status.h lib/base/buffer.h \
  lib/base/memory.h lib/source/inflate.h

lib/archive/body.h:

lib/archive/http.h:

lib/base/span.h:

lib/base/status.h:

lib/base/buffer.h:

lib/base/memory.h:

lib/source/inflate.h:
