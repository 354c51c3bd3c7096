build-clang/lib/generate/evolve_rows.o: lib/generate/evolve_rows.c \
  lib/generate/evolve_parts.h lib/base/bitset.h lib/base/memory.h \
  lib/base/status.h lib/base/random.h lib/base/hash.h \
  lib/generate/evolve.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/graph/hosts.h lib/graph/names.h lib/base/span.h

lib/generate/evolve_parts.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/generate/evolve.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:
