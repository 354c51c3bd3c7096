build-clang/lib/cli/option.o: lib/cli/option.c lib/cli/option_value.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/base/memory.h \
  lib/base/number.h lib/base/suggest.h lib/base/text.h

lib/cli/option_value.h:

lib/cli/option.h:

lib/cli/line.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/suggest.h:

lib/base/text.h:
