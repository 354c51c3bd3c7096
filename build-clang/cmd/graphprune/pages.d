build-clang/cmd/graphprune/pages.o: cmd/graphprune/pages.c \
  cmd/graphprune/pages.h cmd/graphprune/subset.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/page/match.h lib/base/span.h \
  lib/graph/names.h lib/derive/subset.h lib/base/bitset.h \
  lib/base/memory.h lib/graph/graph.h lib/graph/hosts.h \
  lib/graph/linkscores.h lib/cli/input.h lib/import/page_list.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/base/suggest.h lib/section/hosts.h lib/section/names.h \
  lib/section/orders.h lib/graph/orders.h lib/seed/pick.h \
  lib/graph/cores.h lib/seed/spread.h

cmd/graphprune/pages.h:

cmd/graphprune/subset.h:

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

lib/page/match.h:

lib/base/span.h:

lib/graph/names.h:

lib/derive/subset.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/graph/linkscores.h:

lib/cli/input.h:

lib/import/page_list.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/base/suggest.h:

lib/section/hosts.h:

lib/section/names.h:

lib/section/orders.h:

lib/graph/orders.h:

lib/seed/pick.h:

lib/graph/cores.h:

lib/seed/spread.h:
