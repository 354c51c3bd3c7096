build-clang/lib/seed/web_share.o: lib/seed/web_share.c lib/seed/web.h \
  lib/graph/cores.h lib/base/status.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/rank/hits_piece.h \
  lib/rank/hits.h lib/base/progress.h lib/rank/checkpoint.h \
  lib/rank/form.h lib/rank/sum.h lib/team/team.h lib/team/share.h \
  lib/rank/norm.h lib/seed/top.h lib/base/bitset.h lib/base/memory.h \
  lib/seed/authorities.h lib/seed/inlinks.h lib/seed/pagemap.h

lib/seed/web.h:

lib/graph/cores.h:

lib/base/status.h:

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

lib/seed/top.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/seed/authorities.h:

lib/seed/inlinks.h:

lib/seed/pagemap.h:
