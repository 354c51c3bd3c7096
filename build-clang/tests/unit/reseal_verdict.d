build-clang/tests/unit/reseal_verdict.o: tests/unit/reseal_verdict.c \
  tests/unit/reseal_verdict.h tests/unit/reseal.h lib/stream/stream.h \
  lib/base/output.h lib/base/status.h tests/unit/reseal_graph.h \
  lib/base/bytes.h

tests/unit/reseal_verdict.h:

tests/unit/reseal.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

tests/unit/reseal_graph.h:

lib/base/bytes.h:
