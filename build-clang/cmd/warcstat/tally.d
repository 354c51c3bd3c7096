build-clang/cmd/warcstat/tally.o: cmd/warcstat/tally.c \
  cmd/warcstat/tally.h lib/base/span.h lib/graph/names.h \
  lib/base/status.h lib/base/memory.h

cmd/warcstat/tally.h:

lib/base/span.h:

lib/graph/names.h:

lib/base/status.h:

lib/base/memory.h:
