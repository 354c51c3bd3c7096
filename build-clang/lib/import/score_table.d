build-clang/lib/import/score_table.o: lib/import/score_table.c \
  lib/import/score_table.h lib/base/progress.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/base/status.h \
  lib/graph/linkscores.h lib/graph/names.h lib/base/span.h \
  lib/source/source.h lib/base/buffer.h lib/base/bitset.h \
  lib/base/memory.h lib/base/number.h lib/base/text.h lib/page/url.h

lib/import/score_table.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/linkscores.h:

lib/graph/names.h:

lib/base/span.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/text.h:

lib/page/url.h:
