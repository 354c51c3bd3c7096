build-clang/lib/seed/pick.o: lib/seed/pick.c lib/seed/pick.h \
  lib/graph/cores.h lib/base/status.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/seed/spread.h lib/base/bitset.h \
  lib/base/memory.h lib/base/random.h lib/base/hash.h lib/graph/visit.h \
  lib/base/progress.h lib/seed/pagemap.h lib/seed/top.h

lib/seed/pick.h:

lib/graph/cores.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/seed/spread.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/random.h:

lib/base/hash.h:

lib/graph/visit.h:

lib/base/progress.h:

lib/seed/pagemap.h:

lib/seed/top.h:
