build-clang/lib/page/url_escape.o: lib/page/url_escape.c \
  lib/page/url_parts.h lib/base/memory.h lib/base/status.h \
  lib/base/span.h lib/graph/names.h lib/page/charset.h

lib/page/url_parts.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/span.h:

lib/graph/names.h:

lib/page/charset.h:
