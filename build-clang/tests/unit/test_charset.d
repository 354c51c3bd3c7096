build-clang/tests/unit/test_charset.o: tests/unit/test_charset.c \
  tests/unit/unit.h lib/base/status.h lib/page/charset.h lib/base/span.h

tests/unit/unit.h:

lib/base/status.h:

lib/page/charset.h:

lib/base/span.h:
