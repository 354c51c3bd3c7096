build-clang/tests/unit/test_bytes.o: tests/unit/test_bytes.c \
  tests/unit/unit.h lib/base/status.h lib/base/bytes.h lib/base/hash.h \
  lib/base/memory.h lib/base/random.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/hash.h:

lib/base/memory.h:

lib/base/random.h:
