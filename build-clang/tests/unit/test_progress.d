build-clang/tests/unit/test_progress.o: tests/unit/test_progress.c \
  tests/unit/unit.h lib/base/status.h lib/cli/clock.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/cli/progress.h lib/base/progress.h \
  lib/graph/rows.h

tests/unit/unit.h:

lib/base/status.h:

lib/cli/clock.h:

lib/cli/command.h:

lib/cli/option.h:

lib/cli/line.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/cli/progress.h:

lib/base/progress.h:

lib/graph/rows.h:
