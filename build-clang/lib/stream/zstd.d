build-clang/lib/stream/zstd.o: lib/stream/zstd.c lib/stream/format.h \
  lib/stream/indexed.h lib/stream/stream.h lib/base/output.h \
  lib/base/status.h lib/base/bytes.h lib/base/memory.h \
  lib/stream/split.h

lib/stream/format.h:

lib/stream/indexed.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/stream/split.h:
