build-clang/lib/rank/pagerank.o: lib/rank/pagerank.c lib/rank/pagerank.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/rank/checkpoint.h \
  lib/rank/form.h lib/rank/sum.h lib/team/team.h lib/team/share.h \
  lib/rank/norm.h lib/base/memory.h lib/rank/pagerank_run.h \
  lib/base/bitset.h lib/rank/form_compact.h lib/rank/rows.h

lib/rank/pagerank.h:

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

lib/base/memory.h:

lib/rank/pagerank_run.h:

lib/base/bitset.h:

lib/rank/form_compact.h:

lib/rank/rows.h:
