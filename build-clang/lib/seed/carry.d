build-clang/lib/seed/carry.o: lib/seed/carry.c lib/seed/carry.h \
  lib/graph/cores.h lib/base/status.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/page/match.h lib/base/bitset.h \
  lib/base/memory.h lib/graph/visit.h lib/base/progress.h \
  lib/page/wanted.h lib/seed/pagemap.h lib/seed/pick.h lib/seed/spread.h

lib/seed/carry.h:

lib/graph/cores.h:

lib/base/status.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/page/match.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/visit.h:

lib/base/progress.h:

lib/page/wanted.h:

lib/seed/pagemap.h:

lib/seed/pick.h:

lib/seed/spread.h:
