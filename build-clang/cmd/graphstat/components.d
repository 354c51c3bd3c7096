build-clang/cmd/graphstat/components.o: cmd/graphstat/components.c \
  cmd/graphstat/graphstat.h cmd/graphstat/parts.h cmd/graphstat/report.h \
  lib/cli/line.h lib/base/status.h lib/cli/input.h lib/cli/command.h \
  lib/cli/option.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  lib/import/page_list.h lib/base/span.h lib/graph/names.h \
  lib/page/match.h lib/section/scores.h lib/section/fields.h \
  lib/base/bytes.h lib/cli/output.h lib/cli/table.h lib/base/number.h \
  lib/graph/statistics.h lib/graph/graph.h lib/graph/hosts.h \
  lib/section/graph.h lib/graph/builder.h lib/section/listing.h \
  lib/structure/shared.h lib/structure/components.h \
  lib/structure/degrees.h lib/structure/distances.h lib/team/share.h \
  lib/team/team.h

cmd/graphstat/graphstat.h:

cmd/graphstat/parts.h:

cmd/graphstat/report.h:

lib/cli/line.h:

lib/base/status.h:

lib/cli/input.h:

lib/cli/command.h:

lib/cli/option.h:

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

lib/cli/table.h:

lib/base/number.h:

lib/graph/statistics.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/listing.h:

lib/structure/shared.h:

lib/structure/components.h:

lib/structure/degrees.h:

lib/structure/distances.h:

lib/team/share.h:

lib/team/team.h:
