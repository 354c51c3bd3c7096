build-clang/lib/archive/feed.o: lib/archive/feed.c lib/archive/feed.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/base/status.h lib/archive/dictionary.h lib/archive/member.h \
  lib/base/memory.h lib/source/inflate.h

lib/archive/feed.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/status.h:

lib/archive/dictionary.h:

lib/archive/member.h:

lib/base/memory.h:

lib/source/inflate.h:
