build-clang/lib/source/csv.o: lib/source/csv.c lib/source/csv.h \
  lib/base/span.h lib/source/source.h lib/base/buffer.h \
  lib/base/progress.h lib/base/status.h lib/base/memory.h

lib/source/csv.h:

lib/base/span.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/status.h:

lib/base/memory.h:
