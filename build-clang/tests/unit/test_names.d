build-clang/tests/unit/test_names.o: tests/unit/test_names.c \
  tests/unit/unit.h lib/base/status.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h

tests/unit/unit.h:

lib/base/status.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:
