build-clang/tests/unit/test_archive.o: tests/unit/test_archive.c \
  tests/unit/temp_file.h tests/unit/unit.h lib/base/status.h \
  lib/archive/archive.h lib/base/calendar.h lib/base/span.h \
  lib/archive/date.h lib/archive/digest.h

tests/unit/temp_file.h:

tests/unit/unit.h:

lib/base/status.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/base/span.h:

lib/archive/date.h:

lib/archive/digest.h:
