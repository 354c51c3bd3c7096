build-clang/lib/rank/form_near.o: lib/rank/form_near.c \
  lib/rank/form_near.h lib/rank/form.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/rank/sum.h lib/team/team.h lib/team/share.h lib/base/bitset.h \
  lib/base/memory.h lib/rank/pagerank.h lib/base/progress.h \
  lib/rank/checkpoint.h lib/rank/norm.h

lib/rank/form_near.h:

lib/rank/form.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/rank/pagerank.h:

lib/base/progress.h:

lib/rank/checkpoint.h:

lib/rank/norm.h:
