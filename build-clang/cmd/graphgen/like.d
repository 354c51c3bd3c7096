build-clang/cmd/graphgen/like.o: cmd/graphgen/like.c cmd/graphgen/like.h \
  lib/cli/output.h lib/cli/command.h lib/cli/option.h lib/cli/line.h \
  lib/base/status.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  lib/cli/input.h lib/import/page_list.h lib/base/span.h \
  lib/graph/names.h lib/page/match.h lib/section/scores.h \
  lib/section/fields.h lib/base/bytes.h lib/base/memory.h \
  lib/generate/fit.h lib/generate/generate.h lib/generate/measure.h \
  lib/graph/graph.h lib/section/graph.h lib/graph/builder.h \
  lib/section/hosts.h lib/graph/hosts.h

cmd/graphgen/like.h:

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

lib/cli/input.h:

lib/import/page_list.h:

lib/base/span.h:

lib/graph/names.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/generate/fit.h:

lib/generate/generate.h:

lib/generate/measure.h:

lib/graph/graph.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/hosts.h:

lib/graph/hosts.h:
