build-clang/lib/cli/target.o: lib/cli/target.c lib/cli/target.h \
  lib/base/memory.h lib/base/status.h lib/base/number.h

lib/cli/target.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/number.h:
