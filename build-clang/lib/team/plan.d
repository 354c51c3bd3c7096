build-clang/lib/team/plan.o: lib/team/plan.c lib/team/plan.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/base/bitset.h lib/base/memory.h \
  lib/graph/store.h lib/team/reach.h lib/team/share.h lib/team/team.h

lib/team/plan.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/store.h:

lib/team/reach.h:

lib/team/share.h:

lib/team/team.h:
