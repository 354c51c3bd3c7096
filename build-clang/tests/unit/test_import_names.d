build-clang/tests/unit/test_import_names.o: \
  tests/unit/test_import_names.c tests/unit/temp_file.h \
  tests/unit/unit.h lib/base/status.h lib/import/arcs.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/graph/names.h lib/base/span.h lib/page/match.h \
  lib/source/source.h lib/base/buffer.h lib/import/domains.h \
  lib/graph/hosts.h lib/import/names.h lib/import/order_by_url.h \
  lib/links/linksort.h lib/page/idn.h

tests/unit/temp_file.h:

tests/unit/unit.h:

lib/base/status.h:

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

lib/import/domains.h:

lib/graph/hosts.h:

lib/import/names.h:

lib/import/order_by_url.h:

lib/links/linksort.h:

lib/page/idn.h:
