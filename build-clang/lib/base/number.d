build-clang/lib/base/number.o: lib/base/number.c lib/base/number.h \
  lib/base/status.h

lib/base/number.h:

lib/base/status.h:
