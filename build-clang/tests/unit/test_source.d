build-clang/tests/unit/test_source.o: tests/unit/test_source.c \
  tests/unit/temp_file.h tests/unit/unit.h lib/base/status.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h

tests/unit/temp_file.h:

tests/unit/unit.h:

lib/base/status.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:
