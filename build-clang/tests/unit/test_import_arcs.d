build-clang/tests/unit/test_import_arcs.o: tests/unit/test_import_arcs.c \
  tests/unit/temp_file.h tests/unit/unit.h lib/base/status.h \
  lib/base/random.h lib/base/hash.h lib/import/arcs.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/graph/names.h lib/base/span.h lib/page/match.h \
  lib/source/source.h lib/base/buffer.h

tests/unit/temp_file.h:

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/import/arcs.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/names.h:

lib/base/span.h:

lib/page/match.h:

lib/source/source.h:

lib/base/buffer.h:
