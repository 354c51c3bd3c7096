build-clang/lib/import/cc_paths.o: lib/import/cc_paths.c \
  lib/import/cc_paths.h lib/base/status.h lib/base/memory.h \
  lib/base/text.h lib/source/source.h lib/base/buffer.h \
  lib/base/progress.h

lib/import/cc_paths.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/text.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:
