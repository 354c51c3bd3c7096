build-clang/lib/cli/scratch.o: lib/cli/scratch.c lib/cli/scratch.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/base/memory.h

lib/cli/scratch.h:

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

lib/base/memory.h:
