build-clang/lib/rank/form_near_group.o: lib/rank/form_near_group.c \
  lib/rank/form_near_group.h lib/rank/form_near.h lib/rank/form.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/rank/sum.h lib/team/team.h lib/team/share.h \
  lib/base/memory.h

lib/rank/form_near_group.h:

lib/rank/form_near.h:

lib/rank/form.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/base/memory.h:
