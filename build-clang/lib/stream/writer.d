build-clang/lib/stream/writer.o: lib/stream/writer.c lib/stream/format.h \
  lib/stream/indexed.h lib/stream/stream.h lib/base/output.h \
  lib/base/status.h lib/base/bytes.h lib/base/hash.h lib/base/memory.h \
  lib/stream/split.h

lib/stream/format.h:

lib/stream/indexed.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/hash.h:

lib/base/memory.h:

lib/stream/split.h:
