build-clang/tests/unit/test_import_cc.o: tests/unit/test_import_cc.c \
  tests/unit/import_rows.h tests/unit/unit.h lib/base/status.h \
  lib/graph/rows.h lib/base/random.h lib/base/hash.h lib/import/ascii.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/import/cc.h lib/graph/names.h lib/base/span.h lib/import/mtx.h \
  lib/links/linksort.h

tests/unit/import_rows.h:

tests/unit/unit.h:

lib/base/status.h:

lib/graph/rows.h:

lib/base/random.h:

lib/base/hash.h:

lib/import/ascii.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/import/cc.h:

lib/graph/names.h:

lib/base/span.h:

lib/import/mtx.h:

lib/links/linksort.h:
