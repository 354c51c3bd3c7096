build-clang/cmd/graphgen/evolve.o: cmd/graphgen/evolve.c \
  cmd/graphgen/evolve.h lib/cli/output.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/generate/evolve.h \
  lib/graph/graph.h lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/cli/input.h lib/import/page_list.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/base/memory.h lib/section/graph.h lib/graph/builder.h \
  lib/section/hosts.h lib/section/names.h

cmd/graphgen/evolve.h:

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

lib/generate/evolve.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/cli/input.h:

lib/import/page_list.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/hosts.h:

lib/section/names.h:
