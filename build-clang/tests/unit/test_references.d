build-clang/tests/unit/test_references.o: tests/unit/test_references.c \
  tests/unit/unit.h lib/base/status.h lib/page/references.h

tests/unit/unit.h:

lib/base/status.h:

lib/page/references.h:
