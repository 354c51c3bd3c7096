build-clang/lib/seed/yield.o: lib/seed/yield.c lib/seed/yield.h \
  lib/base/progress.h lib/graph/cores.h lib/base/status.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/bitset.h lib/base/memory.h lib/seed/cover.h lib/seed/spread.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h lib/seed/pick.h

lib/seed/yield.h:

lib/base/progress.h:

lib/graph/cores.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/seed/cover.h:

lib/seed/spread.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/seed/pick.h:
