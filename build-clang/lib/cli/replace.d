build-clang/lib/cli/replace.o: lib/cli/replace.c lib/cli/replace.h \
  lib/cli/target.h lib/cli/fd.h lib/base/memory.h lib/base/status.h \
  lib/base/signals.h

lib/cli/replace.h:

lib/cli/target.h:

lib/cli/fd.h:

lib/base/memory.h:

lib/base/status.h:

lib/base/signals.h:
