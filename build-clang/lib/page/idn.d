build-clang/lib/page/idn.o: lib/page/idn.c lib/page/idn.h \
  lib/graph/names.h lib/base/span.h lib/base/status.h

lib/page/idn.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:
