build-clang/tests/unit/test_checkpoint.o: tests/unit/test_checkpoint.c \
  tests/unit/team_threads.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/team/share.h lib/team/team.h \
  tests/unit/unit.h lib/joint/checkpoint.h lib/joint/write.h \
  lib/joint/read.h lib/section/section.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/stream/indexed.h

tests/unit/team_threads.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/team/share.h:

lib/team/team.h:

tests/unit/unit.h:

lib/joint/checkpoint.h:

lib/joint/write.h:

lib/joint/read.h:

lib/section/section.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/stream/indexed.h:
