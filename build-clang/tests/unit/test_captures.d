build-clang/tests/unit/test_captures.o: tests/unit/test_captures.c \
  tests/unit/unit.h lib/base/status.h lib/base/random.h lib/base/hash.h \
  lib/import/captures.h lib/base/span.h lib/graph/names.h \
  lib/links/collect.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/links/idset.h lib/links/linksort.h \
  lib/base/progress.h lib/links/rowstore.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/import/captures.h:

lib/base/span.h:

lib/graph/names.h:

lib/links/collect.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/links/idset.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/links/rowstore.h:
