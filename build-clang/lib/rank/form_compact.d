build-clang/lib/rank/form_compact.o: lib/rank/form_compact.c \
  lib/rank/form_compact.h lib/rank/form.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/rank/sum.h lib/team/team.h lib/team/share.h lib/rank/rows.h \
  lib/base/bitset.h lib/base/memory.h lib/graph/visit.h \
  lib/base/progress.h lib/rank/kernel.h lib/rank/pagerank.h \
  lib/rank/checkpoint.h lib/rank/norm.h

lib/rank/form_compact.h:

lib/rank/form.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/rows.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/visit.h:

lib/base/progress.h:

lib/rank/kernel.h:

lib/rank/pagerank.h:

lib/rank/checkpoint.h:

lib/rank/norm.h:
