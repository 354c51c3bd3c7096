build-clang/lib/cli/parts.o: lib/cli/parts.c lib/cli/parts.h \
  lib/cli/output.h lib/cli/command.h lib/cli/option.h lib/cli/line.h \
  lib/base/status.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  lib/section/manifest.h lib/section/part.h lib/cli/files.h \
  lib/cli/target.h lib/base/memory.h lib/section/fields.h \
  lib/base/bytes.h lib/graph/names.h lib/base/span.h lib/section/graph.h \
  lib/graph/builder.h lib/graph/graph.h

lib/cli/parts.h:

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

lib/section/manifest.h:

lib/section/part.h:

lib/cli/files.h:

lib/cli/target.h:

lib/base/memory.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/graph/graph.h:
