build-clang/lib/rank/form_rows.o: lib/rank/form_rows.c \
  lib/rank/form_compact.h lib/rank/form.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/rank/sum.h lib/team/team.h lib/team/share.h lib/rank/rows.h \
  lib/base/bitset.h lib/base/memory.h lib/rank/pagerank.h \
  lib/base/progress.h lib/rank/checkpoint.h lib/rank/norm.h

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

lib/rank/pagerank.h:

lib/base/progress.h:

lib/rank/checkpoint.h:

lib/rank/norm.h:
