build-clang/cmd/hotcurve/sheet.o: cmd/hotcurve/sheet.c \
  cmd/hotcurve/sheet.h lib/cli/plot.h lib/cli/figure.h lib/base/status.h \
  lib/cli/output.h lib/cli/command.h lib/cli/option.h lib/cli/line.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/cli/table.h lib/base/number.h \
  lib/base/memory.h

cmd/hotcurve/sheet.h:

lib/cli/plot.h:

lib/cli/figure.h:

lib/base/status.h:

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

lib/cli/table.h:

lib/base/number.h:

lib/base/memory.h:
