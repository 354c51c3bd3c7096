build-clang/lib/archive/digest.o: lib/archive/digest.c \
  lib/archive/digest.h lib/archive/archive.h lib/base/calendar.h \
  lib/base/span.h lib/base/status.h lib/base/memory.h

lib/archive/digest.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/base/status.h:

lib/base/memory.h:
