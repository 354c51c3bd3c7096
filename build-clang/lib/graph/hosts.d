build-clang/lib/graph/hosts.o: lib/graph/hosts.c lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/base/status.h lib/base/memory.h

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/base/memory.h:
