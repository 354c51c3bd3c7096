build-clang/lib/merge/rows.o: lib/merge/rows.c lib/merge/heap.h \
  lib/merge/parts.h lib/import/redirects.h lib/links/idset.h \
  lib/base/status.h lib/merge/merge.h lib/base/progress.h \
  lib/graph/names.h lib/base/span.h lib/graph/rows.h lib/section/names.h \
  lib/section/fields.h lib/base/bytes.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/section/graph.h lib/graph/builder.h \
  lib/graph/graph.h lib/section/task.h lib/section/pull.h \
  lib/source/source.h lib/base/buffer.h lib/base/bitset.h \
  lib/base/memory.h lib/links/rowsort.h

lib/merge/heap.h:

lib/merge/parts.h:

lib/import/redirects.h:

lib/links/idset.h:

lib/base/status.h:

lib/merge/merge.h:

lib/base/progress.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/rows.h:

lib/section/names.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/graph/graph.h:

lib/section/task.h:

lib/section/pull.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/links/rowsort.h:
