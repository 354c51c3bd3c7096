build-clang/lib/source/scan.o: lib/source/scan.c lib/source/scan.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/base/status.h lib/base/memory.h lib/base/number.h lib/base/text.h

lib/source/scan.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/text.h:
