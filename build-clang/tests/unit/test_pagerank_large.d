build-clang/tests/unit/test_pagerank_large.o: \
  tests/unit/test_pagerank_large.c tests/unit/large_graph.h \
  tests/unit/unit.h lib/base/status.h lib/base/random.h lib/base/hash.h \
  lib/links/rowstore.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/bitset.h lib/base/memory.h lib/graph/store.h \
  lib/rank/pagerank.h lib/base/progress.h lib/rank/checkpoint.h \
  lib/rank/form.h lib/rank/sum.h lib/team/team.h lib/team/share.h \
  lib/rank/norm.h

tests/unit/large_graph.h:

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/links/rowstore.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/store.h:

lib/rank/pagerank.h:

lib/base/progress.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:
