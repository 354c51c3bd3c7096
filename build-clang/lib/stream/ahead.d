build-clang/lib/stream/ahead.o: lib/stream/ahead.c lib/stream/ahead.h \
  lib/stream/intake.h lib/stream/format.h lib/stream/indexed.h \
  lib/stream/stream.h lib/base/output.h lib/base/status.h \
  lib/base/memory.h lib/base/signals.h

lib/stream/ahead.h:

lib/stream/intake.h:

lib/stream/format.h:

lib/stream/indexed.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/signals.h:
