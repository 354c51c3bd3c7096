build-clang/lib/structure/distances.o: lib/structure/distances.c \
  lib/structure/distances.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/base/memory.h lib/structure/shared.h lib/graph/statistics.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/structure/components.h lib/structure/degrees.h lib/team/share.h \
  lib/team/team.h lib/structure/traverse.h

lib/structure/distances.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/structure/shared.h:

lib/graph/statistics.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/structure/components.h:

lib/structure/degrees.h:

lib/team/share.h:

lib/team/team.h:

lib/structure/traverse.h:
