build-clang/lib/archive/archive.o: lib/archive/archive.c \
  lib/archive/archive.h lib/base/calendar.h lib/base/span.h \
  lib/base/status.h lib/archive/digest.h lib/archive/feed.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/archive/head.h lib/archive/http.h lib/base/memory.h \
  lib/base/text.h

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/base/status.h:

lib/archive/digest.h:

lib/archive/feed.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/archive/head.h:

lib/archive/http.h:

lib/base/memory.h:

lib/base/text.h:
