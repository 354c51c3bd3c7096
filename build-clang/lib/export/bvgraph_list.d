build-clang/lib/export/bvgraph_list.o: lib/export/bvgraph_list.c \
  lib/export/bvgraph_list.h lib/export/bitwriter.h lib/base/status.h \
  lib/base/bytes.h lib/base/memory.h

lib/export/bvgraph_list.h:

lib/export/bitwriter.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/memory.h:
