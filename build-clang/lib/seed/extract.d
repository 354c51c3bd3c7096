build-clang/lib/seed/extract.o: lib/seed/extract.c lib/seed/extract.h \
  lib/rank/hits.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h lib/team/team.h \
  lib/team/share.h lib/rank/norm.h lib/seed/core.h lib/graph/cores.h \
  lib/rank/hits_piece.h lib/base/memory.h lib/base/random.h \
  lib/base/hash.h lib/seed/turns.h

lib/seed/extract.h:

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

lib/seed/core.h:

lib/graph/cores.h:

lib/rank/hits_piece.h:

lib/base/memory.h:

lib/base/random.h:

lib/base/hash.h:

lib/seed/turns.h:
