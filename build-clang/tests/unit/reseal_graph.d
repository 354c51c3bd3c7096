build-clang/tests/unit/reseal_graph.o: tests/unit/reseal_graph.c \
  tests/unit/reseal_graph.h tests/unit/reseal.h lib/stream/stream.h \
  lib/base/output.h lib/base/status.h lib/base/bytes.h lib/base/hash.h

tests/unit/reseal_graph.h:

tests/unit/reseal.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/hash.h:
