build-clang/lib/page/shape.o: lib/page/shape.c lib/page/shape.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h lib/base/status.h \
  lib/base/memory.h

lib/page/shape.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/base/memory.h:
