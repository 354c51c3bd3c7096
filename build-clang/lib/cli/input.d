build-clang/lib/cli/input.o: lib/cli/input.c lib/cli/input.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/import/page_list.h \
  lib/base/span.h lib/graph/names.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/cli/fd.h lib/base/memory.h lib/base/suggest.h lib/section/graph.h \
  lib/graph/builder.h lib/graph/graph.h lib/section/part.h \
  lib/section/provenance.h

lib/cli/input.h:

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

lib/import/page_list.h:

lib/base/span.h:

lib/graph/names.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/cli/fd.h:

lib/base/memory.h:

lib/base/suggest.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/graph/graph.h:

lib/section/part.h:

lib/section/provenance.h:
