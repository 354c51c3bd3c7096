build-clang/cmd/graphprune/transpose.o: cmd/graphprune/transpose.c \
  cmd/graphprune/graphprune.h lib/cli/input.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/import/page_list.h \
  lib/base/span.h lib/graph/names.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/cli/output.h lib/cli/scratch.h lib/base/memory.h \
  lib/derive/transpose.h lib/graph/graph.h lib/section/graph.h \
  lib/graph/builder.h lib/section/linkscores.h lib/graph/linkscores.h \
  lib/section/listing.h lib/section/weights.h

cmd/graphprune/graphprune.h:

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

lib/cli/output.h:

lib/cli/scratch.h:

lib/base/memory.h:

lib/derive/transpose.h:

lib/graph/graph.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/linkscores.h:

lib/graph/linkscores.h:

lib/section/listing.h:

lib/section/weights.h:
