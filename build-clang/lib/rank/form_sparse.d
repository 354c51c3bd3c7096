build-clang/lib/rank/form_sparse.o: lib/rank/form_sparse.c \
  lib/rank/form.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/rank/sum.h lib/team/team.h \
  lib/team/share.h lib/base/bitset.h lib/base/memory.h lib/graph/visit.h \
  lib/base/progress.h lib/rank/sparse_window.h

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

lib/graph/visit.h:

lib/base/progress.h:

lib/rank/sparse_window.h:
