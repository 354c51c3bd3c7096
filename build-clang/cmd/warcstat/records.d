build-clang/cmd/warcstat/records.o: cmd/warcstat/records.c \
  cmd/warcstat/warcstat.h cmd/warcstat/tally.h lib/base/span.h \
  lib/graph/names.h lib/base/status.h lib/archive/archive.h \
  lib/base/calendar.h lib/archive/http.h lib/cli/table.h \
  lib/base/number.h lib/cli/output.h lib/cli/command.h lib/cli/option.h \
  lib/cli/line.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  lib/archive/date.h lib/archive/digest.h

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

lib/archive/date.h:

lib/archive/digest.h:
