build-clang/lib/page/url.o: lib/page/url.c lib/page/url.h lib/base/span.h \
  lib/base/status.h lib/base/memory.h lib/page/url_parts.h \
  lib/graph/names.h

lib/page/url.h:

lib/base/span.h:

lib/base/status.h:

lib/base/memory.h:

lib/page/url_parts.h:

lib/graph/names.h:
