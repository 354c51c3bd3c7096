build-clang/lib/cli/line.o: lib/cli/line.c lib/cli/line.h \
  lib/base/status.h lib/base/memory.h lib/base/number.h lib/base/text.h

lib/cli/line.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/text.h:
