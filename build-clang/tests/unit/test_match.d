build-clang/tests/unit/test_match.o: tests/unit/test_match.c \
  tests/unit/unit.h lib/base/status.h lib/base/random.h lib/base/hash.h \
  lib/page/match.h lib/base/span.h lib/graph/names.h lib/page/url.h \
  lib/page/wanted.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/page/match.h:

lib/base/span.h:

lib/graph/names.h:

lib/page/url.h:

lib/page/wanted.h:
