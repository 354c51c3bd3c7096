build-clang/lib/structure/harmonic_exact.o: \
  lib/structure/harmonic_exact.c lib/structure/harmonic.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/structure/traverse.h \
  lib/team/share.h lib/team/team.h

lib/structure/harmonic.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/structure/traverse.h:

lib/team/share.h:

lib/team/team.h:
