build-clang/lib/page/wanted.o: lib/page/wanted.c lib/page/wanted.h \
  lib/page/match.h lib/base/span.h lib/graph/names.h lib/base/status.h \
  lib/base/memory.h

lib/page/wanted.h:

lib/page/match.h:

lib/base/span.h:

lib/graph/names.h:

lib/base/status.h:

lib/base/memory.h:
