build-clang/lib/page/match.o: lib/page/match.c lib/page/match.h \
  lib/base/span.h lib/graph/names.h lib/base/status.h lib/base/memory.h \
  lib/page/url.h

lib/page/match.h:

lib/base/span.h:

lib/graph/names.h:

lib/base/status.h:

lib/base/memory.h:

lib/page/url.h:
