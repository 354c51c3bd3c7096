build-clang/lib/cli/files.o: lib/cli/files.c lib/cli/files.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/cli/output.h lib/cli/target.h

lib/cli/files.h:

lib/cli/command.h:

lib/cli/option.h:

lib/cli/line.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/cli/progress.h:

lib/base/progress.h:

lib/graph/rows.h:

lib/cli/output.h:

lib/cli/target.h:
