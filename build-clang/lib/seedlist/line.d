build-clang/lib/seedlist/line.o: lib/seedlist/line.c lib/seedlist/line.h \
  lib/base/span.h lib/base/memory.h lib/base/status.h lib/base/number.h

lib/seedlist/line.h:

lib/base/span.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/number.h:
