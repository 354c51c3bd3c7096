build-clang/lib/generate/rows.o: lib/generate/rows.c lib/generate/lists.h \
  lib/generate/maker.h lib/generate/tables.h lib/base/random.h \
  lib/base/hash.h lib/generate/generate.h lib/graph/rows.h \
  lib/base/status.h lib/base/memory.h lib/graph/graph.h \
  lib/graph/fingerprint.h

lib/generate/lists.h:

lib/generate/maker.h:

lib/generate/tables.h:

lib/base/random.h:

lib/base/hash.h:

lib/generate/generate.h:

lib/graph/rows.h:

lib/base/status.h:

lib/base/memory.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:
