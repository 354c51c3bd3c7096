build-clang/lib/import/bits.o: lib/import/bits.c lib/import/bits.h \
  lib/base/bytes.h lib/source/source.h lib/base/buffer.h \
  lib/base/progress.h lib/base/status.h lib/base/memory.h

lib/import/bits.h:

lib/base/bytes.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/status.h:

lib/base/memory.h:
