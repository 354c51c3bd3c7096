build-clang/lib/stream/reader.o: lib/stream/reader.c lib/stream/ahead.h \
  lib/stream/intake.h lib/stream/format.h lib/stream/indexed.h \
  lib/stream/stream.h lib/base/output.h lib/base/status.h \
  lib/base/bytes.h lib/base/hash.h lib/base/memory.h

lib/stream/ahead.h:

lib/stream/intake.h:

lib/stream/format.h:

lib/stream/indexed.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/hash.h:

lib/base/memory.h:
