build-clang/cmd/seedpick/by_top.o: cmd/seedpick/by_top.c \
  cmd/seedpick/seedpick.h cmd/seedpick/methods.h lib/cli/input.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/import/page_list.h \
  lib/base/span.h lib/graph/names.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/cli/output.h lib/cli/seedlist.h lib/seedlist/seedlist.h \
  lib/seedlist/formats.h lib/seed/pick.h lib/graph/cores.h \
  lib/graph/graph.h lib/graph/hosts.h lib/seed/spread.h \
  lib/base/bitset.h lib/base/memory.h lib/section/graph.h \
  lib/graph/builder.h

cmd/seedpick/seedpick.h:

cmd/seedpick/methods.h:

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

lib/cli/seedlist.h:

lib/seedlist/seedlist.h:

lib/seedlist/formats.h:

lib/seed/pick.h:

lib/graph/cores.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/seed/spread.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/section/graph.h:

lib/graph/builder.h:
