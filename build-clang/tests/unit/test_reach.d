build-clang/tests/unit/test_reach.o: tests/unit/test_reach.c \
  tests/unit/unit.h lib/base/status.h lib/base/bitset.h \
  lib/base/memory.h lib/base/random.h lib/base/hash.h lib/graph/rows.h \
  lib/team/reach.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/random.h:

lib/base/hash.h:

lib/graph/rows.h:

lib/team/reach.h:
