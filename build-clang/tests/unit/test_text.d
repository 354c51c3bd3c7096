build-clang/tests/unit/test_text.o: tests/unit/test_text.c \
  tests/unit/unit.h lib/base/status.h lib/base/number.h \
  lib/base/random.h lib/base/hash.h lib/base/text.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/number.h:

lib/base/random.h:

lib/base/hash.h:

lib/base/text.h:
