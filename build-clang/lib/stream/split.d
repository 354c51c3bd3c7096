build-clang/lib/stream/split.o: lib/stream/split.c lib/stream/split.h \
  lib/stream/stream.h lib/base/output.h lib/base/status.h \
  lib/base/bytes.h

lib/stream/split.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/bytes.h:
