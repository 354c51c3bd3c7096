build-clang/lib/cli/readable.o: lib/cli/readable.c lib/cli/readable.h \
  lib/base/number.h lib/base/status.h

lib/cli/readable.h:

lib/base/number.h:

lib/base/status.h:
