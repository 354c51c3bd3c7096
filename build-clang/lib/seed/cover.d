build-clang/lib/seed/cover.o: lib/seed/cover.c lib/seed/cover.h \
  lib/base/progress.h lib/graph/cores.h lib/base/status.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/seed/spread.h lib/base/bitset.h lib/base/memory.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h lib/base/random.h \
  lib/base/hash.h

lib/seed/cover.h:

lib/base/progress.h:

lib/graph/cores.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/seed/spread.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/random.h:

lib/base/hash.h:
