build-clang/lib/eval/partial.o: lib/eval/partial.c lib/eval/partial.h \
  lib/eval/tau.h lib/eval/hotrank.h lib/base/bitset.h lib/base/memory.h \
  lib/base/status.h lib/graph/orders.h lib/rank/pagerank.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h \
  lib/team/team.h lib/team/share.h lib/rank/norm.h lib/eval/pageset.h

lib/eval/partial.h:

lib/eval/tau.h:

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/graph/orders.h:

lib/rank/pagerank.h:

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

lib/eval/pageset.h:
