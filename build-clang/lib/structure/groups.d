build-clang/lib/structure/groups.o: lib/structure/groups.c \
  lib/structure/distances.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/base/memory.h lib/structure/traverse.h lib/team/share.h \
  lib/team/team.h

lib/structure/distances.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/structure/traverse.h:

lib/team/share.h:

lib/team/team.h:
