build-clang/lib/generate/fit.o: lib/generate/fit.c lib/generate/fit.h \
  lib/base/progress.h lib/generate/generate.h lib/graph/rows.h \
  lib/base/status.h lib/generate/measure.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/base/memory.h lib/generate/tables.h \
  lib/base/random.h lib/base/hash.h lib/links/rowstore.h

lib/generate/fit.h:

lib/base/progress.h:

lib/generate/generate.h:

lib/graph/rows.h:

lib/base/status.h:

lib/generate/measure.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/base/memory.h:

lib/generate/tables.h:

lib/base/random.h:

lib/base/hash.h:

lib/links/rowstore.h:
