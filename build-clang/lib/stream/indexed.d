build-clang/lib/stream/indexed.o: lib/stream/indexed.c \
  lib/stream/indexed.h lib/stream/stream.h lib/base/output.h \
  lib/base/status.h lib/base/bytes.h lib/base/hash.h lib/base/memory.h \
  lib/stream/intake.h lib/stream/format.h lib/stream/split.h

lib/stream/indexed.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/hash.h:

lib/base/memory.h:

lib/stream/intake.h:

lib/stream/format.h:

lib/stream/split.h:
