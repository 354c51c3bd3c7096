build-clang/lib/links/linksort.o: lib/links/linksort.c \
  lib/links/linksort.h lib/base/progress.h lib/graph/rows.h \
  lib/base/status.h lib/base/buffer.h lib/base/memory.h \
  lib/links/linkpile.h lib/links/linkrun.h

lib/links/linksort.h:

lib/base/progress.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/buffer.h:

lib/base/memory.h:

lib/links/linkpile.h:

lib/links/linkrun.h:
