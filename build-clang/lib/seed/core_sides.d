build-clang/lib/seed/core_sides.o: lib/seed/core_sides.c \
  lib/seed/core_sides.h lib/base/bitset.h lib/base/memory.h \
  lib/base/status.h lib/seed/candidates.h lib/seed/top.h lib/seed/core.h \
  lib/graph/cores.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/rank/hits_piece.h lib/rank/hits.h \
  lib/base/progress.h lib/rank/checkpoint.h lib/rank/form.h \
  lib/rank/sum.h lib/team/team.h lib/team/share.h lib/rank/norm.h \
  lib/seed/web.h

lib/seed/core_sides.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/seed/candidates.h:

lib/seed/top.h:

lib/seed/core.h:

lib/graph/cores.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/rank/hits_piece.h:

lib/rank/hits.h:

lib/base/progress.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:

lib/seed/web.h:
