build-clang/tests/unit/test_http.o: tests/unit/test_http.c \
  tests/unit/unit.h lib/base/status.h lib/archive/body.h \
  lib/archive/http.h lib/base/span.h

tests/unit/unit.h:

lib/base/status.h:

lib/archive/body.h:

lib/archive/http.h:

lib/base/span.h:
