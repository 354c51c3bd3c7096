build-clang/tests/unit/team_threads.o: tests/unit/team_threads.c \
  tests/unit/team_threads.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/team/share.h lib/team/team.h \
  tests/unit/unit.h lib/graph/store.h

tests/unit/team_threads.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/team/share.h:

lib/team/team.h:

tests/unit/unit.h:

lib/graph/store.h:
