build-clang/tests/unit/test_team.o: tests/unit/test_team.c \
  tests/unit/team_threads.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/team/share.h lib/team/team.h \
  tests/unit/unit.h

tests/unit/team_threads.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/team/share.h:

lib/team/team.h:

tests/unit/unit.h:
