build-clang/tests/unit/reseal.o: tests/unit/reseal.c tests/unit/reseal.h \
  lib/stream/stream.h lib/base/output.h lib/base/status.h \
  lib/base/bytes.h lib/base/hash.h lib/stream/format.h \
  lib/stream/indexed.h

tests/unit/reseal.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/hash.h:

lib/stream/format.h:

lib/stream/indexed.h:
