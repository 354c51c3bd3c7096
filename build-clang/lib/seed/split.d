build-clang/lib/seed/split.o: lib/seed/split.c lib/seed/split.h \
  lib/seed/pieces.h lib/rank/hits_piece.h lib/rank/hits.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/rank/checkpoint.h \
  lib/rank/form.h lib/rank/sum.h lib/team/team.h lib/team/share.h \
  lib/rank/norm.h lib/base/bitset.h lib/base/memory.h lib/base/forest.h \
  lib/graph/visit.h lib/seed/core.h lib/graph/cores.h \
  lib/seed/split_search.h

lib/seed/split.h:

lib/seed/pieces.h:

lib/rank/hits_piece.h:

lib/rank/hits.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/forest.h:

lib/graph/visit.h:

lib/seed/core.h:

lib/graph/cores.h:

lib/seed/split_search.h:
