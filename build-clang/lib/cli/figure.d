build-clang/lib/cli/figure.o: lib/cli/figure.c lib/cli/figure.h \
  lib/base/status.h lib/base/number.h

lib/cli/figure.h:

lib/base/status.h:

lib/base/number.h:
