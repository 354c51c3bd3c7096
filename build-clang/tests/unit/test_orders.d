build-clang/tests/unit/test_orders.o: tests/unit/test_orders.c \
  tests/unit/order_run.h tests/unit/order_oracle.h tests/unit/oracle.h \
  lib/seed/extract.h lib/rank/hits.h lib/base/progress.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h \
  lib/team/team.h lib/team/share.h lib/rank/norm.h lib/seed/core.h \
  lib/graph/cores.h lib/rank/hits_piece.h lib/base/random.h \
  lib/base/hash.h lib/crawl/parallel.h lib/crawl/crawl.h \
  lib/crawl/strategy.h lib/graph/orders.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/graph/linkscores.h \
  lib/crawl/partition.h lib/orders/plan.h tests/unit/unit.h

tests/unit/order_run.h:

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

lib/base/random.h:

lib/base/hash.h:

lib/crawl/parallel.h:

lib/crawl/crawl.h:

lib/crawl/strategy.h:

lib/graph/orders.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/linkscores.h:

lib/crawl/partition.h:

lib/orders/plan.h:

tests/unit/unit.h:
