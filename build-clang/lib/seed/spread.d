build-clang/lib/seed/spread.o: lib/seed/spread.c lib/seed/spread.h \
  lib/base/bitset.h lib/base/memory.h lib/base/status.h \
  lib/graph/cores.h lib/graph/hosts.h lib/graph/names.h lib/base/span.h

lib/seed/spread.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/graph/cores.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:
