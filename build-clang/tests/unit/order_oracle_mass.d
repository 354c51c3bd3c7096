build-clang/tests/unit/order_oracle_mass.o: \
  tests/unit/order_oracle_mass.c tests/unit/order_oracle_state.h \
  tests/unit/order_oracle.h tests/unit/oracle.h lib/seed/extract.h \
  lib/rank/hits.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h lib/team/team.h \
  lib/team/share.h lib/rank/norm.h lib/seed/core.h lib/graph/cores.h \
  lib/rank/hits_piece.h tests/unit/unit.h

tests/unit/order_oracle_state.h:

tests/unit/order_oracle.h:

tests/unit/oracle.h:

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

tests/unit/unit.h:
