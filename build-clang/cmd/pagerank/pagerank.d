build-clang/cmd/pagerank/pagerank.o: cmd/pagerank/pagerank.c \
  cmd/pagerank/options.h cmd/pagerank/vector.h lib/cli/input.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/import/page_list.h \
  lib/base/span.h lib/graph/names.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/rank/pagerank.h lib/graph/graph.h lib/rank/checkpoint.h \
  lib/rank/form.h lib/rank/sum.h lib/team/team.h lib/team/share.h \
  lib/rank/norm.h lib/cli/output.h lib/base/memory.h lib/section/graph.h \
  lib/graph/builder.h

cmd/pagerank/options.h:

cmd/pagerank/vector.h:

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

lib/rank/pagerank.h:

lib/graph/graph.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:

lib/cli/output.h:

lib/base/memory.h:

lib/section/graph.h:

lib/graph/builder.h:
