build-clang/lib/stream/format.o: lib/stream/format.c lib/stream/format.h \
  lib/stream/indexed.h lib/stream/stream.h lib/base/output.h \
  lib/base/status.h lib/base/bytes.h lib/base/hash.h

lib/stream/format.h:

lib/stream/indexed.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/hash.h:
