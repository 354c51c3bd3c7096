build-clang/cmd/graphdump/summaries.o: cmd/graphdump/summaries.c \
  cmd/graphdump/graphdump.h lib/export/formats.h lib/base/output.h \
  lib/base/status.h lib/base/progress.h lib/export/bvgraph_list.h \
  lib/export/bitwriter.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/cli/input.h lib/cli/command.h lib/cli/option.h lib/cli/line.h \
  lib/section/section.h lib/section/kinds.h lib/stream/stream.h \
  lib/cli/progress.h lib/import/page_list.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/cli/seedlist.h lib/seedlist/seedlist.h lib/seedlist/formats.h \
  lib/cli/table.h lib/base/number.h lib/cli/output.h lib/section/cores.h \
  lib/graph/cores.h lib/section/orders.h lib/graph/orders.h \
  lib/section/seeds.h

cmd/graphdump/graphdump.h:

lib/export/formats.h:

lib/base/output.h:

lib/base/status.h:

lib/base/progress.h:

lib/export/bvgraph_list.h:

lib/export/bitwriter.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/cli/input.h:

lib/cli/command.h:

lib/cli/option.h:

lib/cli/line.h:

lib/section/section.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/cli/progress.h:

lib/import/page_list.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/cli/seedlist.h:

lib/seedlist/seedlist.h:

lib/seedlist/formats.h:

lib/cli/table.h:

lib/base/number.h:

lib/cli/output.h:

lib/section/cores.h:

lib/graph/cores.h:

lib/section/orders.h:

lib/graph/orders.h:

lib/section/seeds.h:
