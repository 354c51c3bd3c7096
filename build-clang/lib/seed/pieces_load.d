build-clang/lib/seed/pieces_load.o: lib/seed/pieces_load.c \
  lib/seed/pieces_own.h lib/base/bitset.h lib/base/memory.h \
  lib/base/status.h lib/seed/pieces.h lib/rank/hits_piece.h \
  lib/rank/hits.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/rank/checkpoint.h \
  lib/rank/form.h lib/rank/sum.h lib/team/team.h lib/team/share.h \
  lib/rank/norm.h

lib/seed/pieces_own.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/seed/pieces.h:

lib/rank/hits_piece.h:

lib/rank/hits.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:
