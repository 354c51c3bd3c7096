build-clang/lib/cli/command.o: lib/cli/command.c lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/cli/clock.h \
  lib/cli/completion.h lib/cli/files.h lib/cli/input.h \
  lib/import/page_list.h lib/base/span.h lib/graph/names.h \
  lib/page/match.h lib/section/scores.h lib/section/fields.h \
  lib/base/bytes.h lib/cli/memory.h lib/cli/readable.h lib/cli/replace.h \
  lib/cli/target.h lib/cli/threads.h lib/base/memory.h

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

lib/cli/clock.h:

lib/cli/completion.h:

lib/cli/files.h:

lib/cli/input.h:

lib/import/page_list.h:

lib/base/span.h:

lib/graph/names.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/cli/memory.h:

lib/cli/readable.h:

lib/cli/replace.h:

lib/cli/target.h:

lib/cli/threads.h:

lib/base/memory.h:
