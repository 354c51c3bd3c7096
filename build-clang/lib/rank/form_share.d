build-clang/lib/rank/form_share.o: lib/rank/form_share.c \
  lib/rank/form_share.h lib/rank/form.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/rank/sum.h lib/team/team.h lib/team/share.h lib/base/bitset.h \
  lib/base/memory.h lib/rank/form_compact.h lib/rank/rows.h

lib/rank/form_share.h:

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

lib/rank/form_compact.h:

lib/rank/rows.h:
