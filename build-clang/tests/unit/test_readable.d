build-clang/tests/unit/test_readable.o: tests/unit/test_readable.c \
  tests/unit/unit.h lib/base/status.h lib/base/number.h \
  lib/base/suggest.h lib/cli/readable.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/number.h:

lib/base/suggest.h:

lib/cli/readable.h:
