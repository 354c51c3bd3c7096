build-clang/lib/export/text.o: lib/export/text.c lib/export/text.h \
  lib/base/number.h lib/base/status.h lib/base/output.h \
  lib/base/memory.h lib/base/text.h

lib/export/text.h:

lib/base/number.h:

lib/base/status.h:

lib/base/output.h:

lib/base/memory.h:

lib/base/text.h:
