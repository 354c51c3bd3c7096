build-clang/lib/fetch/batch.o: lib/fetch/batch.c lib/fetch/batch.h \
  lib/archive/archive.h lib/base/calendar.h lib/base/span.h \
  lib/base/status.h lib/base/memory.h lib/source/source.h \
  lib/base/buffer.h lib/base/progress.h

lib/fetch/batch.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/base/status.h:

lib/base/memory.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:
