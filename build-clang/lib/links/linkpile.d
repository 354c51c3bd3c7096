build-clang/lib/links/linkpile.o: lib/links/linkpile.c \
  lib/links/linkpile.h lib/base/status.h lib/base/buffer.h \
  lib/base/memory.h

lib/links/linkpile.h:

lib/base/status.h:

lib/base/buffer.h:

lib/base/memory.h:
