build-clang/tests/unit/test_import_formats.o: \
  tests/unit/test_import_formats.c tests/unit/import_rows.h \
  tests/unit/unit.h lib/base/status.h lib/graph/rows.h \
  lib/import/ascii.h lib/source/source.h lib/base/buffer.h \
  lib/base/progress.h lib/import/mtx.h lib/links/linksort.h \
  lib/links/rowstore.h lib/graph/graph.h lib/graph/fingerprint.h

tests/unit/import_rows.h:

tests/unit/unit.h:

lib/base/status.h:

lib/graph/rows.h:

lib/import/ascii.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/import/mtx.h:

lib/links/linksort.h:

lib/links/rowstore.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:
