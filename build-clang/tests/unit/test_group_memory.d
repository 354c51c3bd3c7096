build-clang/tests/unit/test_group_memory.o: \
  tests/unit/test_group_memory.c tests/unit/unit.h lib/base/status.h \
  lib/cli/memory.h

tests/unit/unit.h:

lib/base/status.h:

lib/cli/memory.h:
