build-clang/lib/cli/output.o: lib/cli/output.c lib/cli/output.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/cli/fd.h lib/cli/gnuplot.h \
  lib/cli/replace.h lib/cli/target.h lib/base/memory.h \
  lib/base/signals.h lib/base/text.h lib/section/provenance.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h

lib/cli/output.h:

lib/cli/command.h:

lib/cli/option.h:

lib/cli/line.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/cli/progress.h:

lib/base/progress.h:

lib/graph/rows.h:

lib/cli/fd.h:

lib/cli/gnuplot.h:

lib/cli/replace.h:

lib/cli/target.h:

lib/base/memory.h:

lib/base/signals.h:

lib/base/text.h:

lib/section/provenance.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:
