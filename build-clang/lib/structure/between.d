build-clang/lib/structure/between.o: lib/structure/between.c \
  lib/structure/between.h lib/structure/components.h lib/base/progress.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/team/share.h lib/team/team.h lib/base/memory.h

lib/structure/between.h:

lib/structure/components.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/team/share.h:

lib/team/team.h:

lib/base/memory.h:
