build-clang/lib/structure/shared_bowtie.o: lib/structure/shared_bowtie.c \
  lib/structure/between.h lib/structure/components.h lib/base/progress.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/team/share.h lib/team/team.h \
  lib/structure/shared_nodes.h lib/structure/shared_kind.h \
  lib/structure/shared.h lib/graph/statistics.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/structure/degrees.h \
  lib/structure/distances.h

lib/structure/between.h:

lib/structure/components.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/team/share.h:

lib/team/team.h:

lib/structure/shared_nodes.h:

lib/structure/shared_kind.h:

lib/structure/shared.h:

lib/graph/statistics.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/structure/degrees.h:

lib/structure/distances.h:
