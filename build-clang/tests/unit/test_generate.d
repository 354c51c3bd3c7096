build-clang/tests/unit/test_generate.o: tests/unit/test_generate.c \
  lib/generate/generate.h lib/graph/rows.h lib/base/status.h \
  lib/base/memory.h lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  tests/unit/planted.h lib/generate/tables.h lib/base/random.h \
  lib/base/hash.h tests/unit/unit.h

lib/generate/generate.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

tests/unit/planted.h:

lib/generate/tables.h:

lib/base/random.h:

lib/base/hash.h:

tests/unit/unit.h:
