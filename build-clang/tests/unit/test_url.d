build-clang/tests/unit/test_url.o: tests/unit/test_url.c \
  tests/unit/unit.h lib/base/status.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/page/url.h lib/page/url_parts.h \
  lib/base/memory.h

tests/unit/unit.h:

lib/base/status.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/page/url.h:

lib/page/url_parts.h:

lib/base/memory.h:
