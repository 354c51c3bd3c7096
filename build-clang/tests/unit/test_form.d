build-clang/tests/unit/test_form.o: tests/unit/test_form.c \
  tests/unit/unit.h lib/base/status.h lib/base/bitset.h \
  lib/base/memory.h lib/base/random.h lib/base/hash.h \
  lib/links/rowstore.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/rank/form.h lib/rank/sum.h lib/team/team.h \
  lib/team/share.h lib/rank/pagerank.h lib/base/progress.h \
  lib/rank/checkpoint.h lib/rank/norm.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/random.h:

lib/base/hash.h:

lib/links/rowstore.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/pagerank.h:

lib/base/progress.h:

lib/rank/checkpoint.h:

lib/rank/norm.h:
