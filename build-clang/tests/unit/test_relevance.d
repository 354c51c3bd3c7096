build-clang/tests/unit/test_relevance.o: tests/unit/test_relevance.c \
  tests/unit/unit.h lib/base/status.h lib/relevance/page.h \
  lib/relevance/similarity.h lib/relevance/terms.h lib/relevance/words.h \
  lib/graph/names.h lib/base/span.h lib/relevance/spill.h

tests/unit/unit.h:

lib/base/status.h:

lib/relevance/page.h:

lib/relevance/similarity.h:

lib/relevance/terms.h:

lib/relevance/words.h:

lib/graph/names.h:

lib/base/span.h:

lib/relevance/spill.h:
