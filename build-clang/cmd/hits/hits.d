build-clang/cmd/hits/hits.o: cmd/hits/hits.c cmd/hits/options.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/rank/hits.h \
  lib/base/progress.h lib/graph/graph.h lib/graph/rows.h \
  lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h lib/team/team.h \
  lib/team/share.h lib/rank/norm.h lib/cli/input.h lib/cli/command.h \
  lib/cli/progress.h lib/import/page_list.h lib/base/span.h \
  lib/graph/names.h lib/page/match.h lib/section/scores.h \
  lib/section/fields.h lib/base/bytes.h lib/cli/output.h \
  lib/base/memory.h lib/section/graph.h lib/graph/builder.h

cmd/hits/options.h:

lib/cli/option.h:

lib/cli/line.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/rank/hits.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/rows.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:

lib/cli/input.h:

lib/cli/command.h:

lib/cli/progress.h:

lib/import/page_list.h:

lib/base/span.h:

lib/graph/names.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/cli/output.h:

lib/base/memory.h:

lib/section/graph.h:

lib/graph/builder.h:
