build-clang/tests/unit/reseal_fields.o: tests/unit/reseal_fields.c \
  tests/unit/reseal_fields.h tests/unit/reseal.h lib/stream/stream.h \
  lib/base/output.h lib/base/status.h lib/base/bytes.h

tests/unit/reseal_fields.h:

tests/unit/reseal.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:
