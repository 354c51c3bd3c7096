build-clang/lib/page/url_host.o: lib/page/url_host.c lib/page/url.h \
  lib/base/span.h lib/base/status.h lib/page/url_parts.h \
  lib/base/memory.h lib/graph/names.h lib/page/idn.h

lib/page/url.h:

lib/base/span.h:

lib/base/status.h:

lib/page/url_parts.h:

lib/base/memory.h:

lib/graph/names.h:

lib/page/idn.h:
