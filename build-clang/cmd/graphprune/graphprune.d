build-clang/cmd/graphprune/graphprune.o: cmd/graphprune/graphprune.c \
  cmd/graphprune/graphprune.h lib/cli/input.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/import/page_list.h \
  lib/base/span.h lib/graph/names.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  cmd/graphprune/subset.h lib/cli/output.h lib/base/memory.h \
  lib/section/hosts.h lib/graph/hosts.h lib/section/prune.h \
  lib/graph/prune.h lib/section/graph.h lib/graph/builder.h \
  lib/graph/graph.h lib/section/weights.h

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

cmd/graphprune/subset.h:

lib/cli/output.h:

lib/base/memory.h:

lib/section/hosts.h:

lib/graph/hosts.h:

lib/section/prune.h:

lib/graph/prune.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/graph/graph.h:

lib/section/weights.h:
