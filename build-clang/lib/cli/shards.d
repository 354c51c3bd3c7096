build-clang/lib/cli/shards.o: lib/cli/shards.c lib/cli/shards.h \
  lib/cli/output.h lib/cli/command.h lib/cli/option.h lib/cli/line.h \
  lib/base/status.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  lib/base/memory.h lib/base/number.h lib/cli/files.h lib/cli/target.h

lib/cli/shards.h:

lib/cli/output.h:

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

lib/base/number.h:

lib/cli/files.h:

lib/cli/target.h:
