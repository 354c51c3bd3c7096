build-clang/lib/graph/cores.o: lib/graph/cores.c lib/graph/cores.h \
  lib/base/status.h lib/base/memory.h

lib/graph/cores.h:

lib/base/status.h:

lib/base/memory.h:
