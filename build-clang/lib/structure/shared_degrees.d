build-clang/lib/structure/shared_degrees.o: \
  lib/structure/shared_degrees.c lib/structure/shared.h \
  lib/graph/statistics.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/structure/components.h lib/structure/degrees.h \
  lib/structure/distances.h lib/team/share.h lib/team/team.h \
  lib/base/memory.h lib/graph/visit.h lib/structure/between.h

lib/structure/shared.h:

lib/graph/statistics.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/structure/components.h:

lib/structure/degrees.h:

lib/structure/distances.h:

lib/team/share.h:

lib/team/team.h:

lib/base/memory.h:

lib/graph/visit.h:

lib/structure/between.h:
