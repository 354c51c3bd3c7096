build-clang/lib/rank/hits_piece.o: lib/rank/hits_piece.c \
  lib/rank/hits_piece.h lib/rank/hits.h lib/base/progress.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h \
  lib/team/team.h lib/team/share.h lib/rank/norm.h lib/rank/hits_step.h

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

lib/rank/hits_step.h:
