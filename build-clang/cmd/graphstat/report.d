build-clang/cmd/graphstat/report.o: cmd/graphstat/report.c \
  cmd/graphstat/report.h lib/cli/line.h lib/base/status.h \
  lib/base/memory.h lib/base/number.h lib/base/text.h

cmd/graphstat/report.h:

lib/cli/line.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/text.h:
