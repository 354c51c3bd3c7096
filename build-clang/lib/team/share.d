build-clang/lib/team/share.o: lib/team/share.c lib/team/share.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/team/team.h lib/base/bitset.h lib/base/memory.h \
  lib/team/share_space.h

lib/team/share.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/team/team.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/team/share_space.h:
