build-clang/cmd/warcstat/warcstat.o: cmd/warcstat/warcstat.c \
  cmd/warcstat/warcstat.h cmd/warcstat/tally.h lib/base/span.h \
  lib/graph/names.h lib/base/status.h lib/archive/archive.h \
  lib/base/calendar.h lib/archive/http.h lib/cli/table.h \
  lib/base/number.h lib/cli/output.h lib/cli/command.h lib/cli/option.h \
  lib/cli/line.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  lib/cli/clock.h lib/cli/files.h lib/cli/foreign.h lib/source/source.h \
  lib/base/buffer.h lib/cli/input.h lib/import/page_list.h \
  lib/page/match.h lib/section/scores.h lib/section/fields.h \
  lib/base/bytes.h lib/cli/readable.h

cmd/warcstat/warcstat.h:

cmd/warcstat/tally.h:

lib/base/span.h:

lib/graph/names.h:

lib/base/status.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/archive/http.h:

lib/cli/table.h:

lib/base/number.h:

lib/cli/output.h:

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

lib/cli/clock.h:

lib/cli/files.h:

lib/cli/foreign.h:

lib/source/source.h:

lib/base/buffer.h:

lib/cli/input.h:

lib/import/page_list.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/cli/readable.h:
