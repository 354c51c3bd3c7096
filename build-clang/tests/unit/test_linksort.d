build-clang/tests/unit/test_linksort.o: tests/unit/test_linksort.c \
  tests/unit/unit.h lib/base/status.h lib/base/random.h lib/base/hash.h \
  lib/links/linksort.h lib/base/progress.h lib/graph/rows.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/graph/rows.h:
