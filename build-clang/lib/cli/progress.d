build-clang/lib/cli/progress.o: lib/cli/progress.c lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/base/status.h lib/cli/clock.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/readable.h

lib/cli/progress.h:

lib/base/progress.h:

lib/graph/rows.h:

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

lib/cli/readable.h:
