build-clang/tests/unit/test_fit.o: tests/unit/test_fit.c \
  lib/generate/fit.h lib/base/progress.h lib/generate/generate.h \
  lib/graph/rows.h lib/base/status.h lib/generate/measure.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/base/memory.h \
  lib/base/random.h lib/base/hash.h lib/links/rowstore.h \
  lib/rank/pagerank.h lib/rank/checkpoint.h lib/rank/form.h \
  lib/rank/sum.h lib/team/team.h lib/team/share.h lib/rank/norm.h \
  tests/unit/unit.h

lib/generate/fit.h:

lib/base/progress.h:

lib/generate/generate.h:

lib/graph/rows.h:

lib/base/status.h:

lib/generate/measure.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/base/memory.h:

lib/base/random.h:

lib/base/hash.h:

lib/links/rowstore.h:

lib/rank/pagerank.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:

tests/unit/unit.h:
