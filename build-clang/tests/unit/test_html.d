build-clang/tests/unit/test_html.o: tests/unit/test_html.c \
  tests/unit/unit.h lib/base/status.h lib/page/html.h lib/base/span.h

tests/unit/unit.h:

lib/base/status.h:

lib/page/html.h:

lib/base/span.h:
