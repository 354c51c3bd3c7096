build-clang/tests/unit/test_options.o: tests/unit/test_options.c \
  tests/unit/unit.h lib/base/status.h tests/unit/option_sample.h \
  lib/cli/option.h lib/cli/line.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h

tests/unit/unit.h:

lib/base/status.h:

tests/unit/option_sample.h:

lib/cli/option.h:

lib/cli/line.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:
