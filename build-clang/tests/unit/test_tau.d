build-clang/tests/unit/test_tau.o: tests/unit/test_tau.c \
  tests/unit/eval_sample.h tests/unit/unit.h lib/base/status.h \
  lib/base/random.h lib/base/hash.h lib/eval/hotrank.h lib/base/bitset.h \
  lib/base/memory.h tests/unit/oracle.h lib/seed/extract.h \
  lib/rank/hits.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/rank/checkpoint.h \
  lib/rank/form.h lib/rank/sum.h lib/team/team.h lib/team/share.h \
  lib/rank/norm.h lib/seed/core.h lib/graph/cores.h \
  lib/rank/hits_piece.h lib/eval/pageset.h lib/graph/orders.h \
  lib/eval/partial.h lib/eval/tau.h lib/rank/pagerank.h \
  lib/eval/summary.h lib/eval/throughput.h

tests/unit/eval_sample.h:

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

tests/unit/oracle.h:

lib/seed/extract.h:

lib/rank/hits.h:

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

lib/seed/core.h:

lib/graph/cores.h:

lib/rank/hits_piece.h:

lib/eval/pageset.h:

lib/graph/orders.h:

lib/eval/partial.h:

lib/eval/tau.h:

lib/rank/pagerank.h:

lib/eval/summary.h:

lib/eval/throughput.h:
