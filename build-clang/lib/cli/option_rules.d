build-clang/lib/cli/option_rules.o: lib/cli/option_rules.c \
  lib/cli/option_value.h lib/cli/option.h lib/cli/line.h \
  lib/base/status.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h

lib/cli/option_value.h:

lib/cli/option.h:

lib/cli/line.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:
