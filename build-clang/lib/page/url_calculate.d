build-clang/lib/page/url_calculate.o: lib/page/url_calculate.c \
  lib/page/url_parts.h lib/base/memory.h lib/base/status.h \
  lib/base/span.h lib/graph/names.h lib/base/number.h

lib/page/url_parts.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/span.h:

lib/graph/names.h:

lib/base/number.h:
