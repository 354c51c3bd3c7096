build-clang/lib/export/npy.o: lib/export/npy.c lib/export/npy.h \
  lib/export/text.h lib/base/number.h lib/base/status.h \
  lib/base/output.h lib/base/bytes.h

lib/export/npy.h:

lib/export/text.h:

lib/base/number.h:

lib/base/status.h:

lib/base/output.h:

lib/base/bytes.h:
