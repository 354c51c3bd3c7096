build-clang/lib/import/bvgraph_properties.o: \
  lib/import/bvgraph_properties.c lib/import/bvgraph_properties.h \
  lib/import/bits.h lib/base/bytes.h lib/source/source.h \
  lib/base/buffer.h lib/base/progress.h lib/base/status.h \
  lib/base/memory.h lib/base/number.h lib/base/text.h lib/graph/rows.h \
  lib/import/bvgraph.h

lib/import/bvgraph_properties.h:

lib/import/bits.h:

lib/base/bytes.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/text.h:

lib/graph/rows.h:

lib/import/bvgraph.h:
