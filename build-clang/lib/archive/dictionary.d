build-clang/lib/archive/dictionary.o: lib/archive/dictionary.c \
  lib/archive/dictionary.h lib/base/status.h lib/archive/feed.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/base/bytes.h lib/base/memory.h lib/source/inflate.h

lib/archive/dictionary.h:

lib/base/status.h:

lib/archive/feed.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/source/inflate.h:
