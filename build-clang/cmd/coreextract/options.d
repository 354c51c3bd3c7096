build-clang/cmd/coreextract/options.o: cmd/coreextract/options.c \
  cmd/coreextract/options.h lib/cli/command.h lib/cli/option.h \
  lib/cli/line.h lib/base/status.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/cli/progress.h lib/base/progress.h \
  lib/graph/rows.h lib/seed/extract.h lib/rank/hits.h lib/graph/graph.h \
  lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h lib/team/team.h \
  lib/team/share.h lib/rank/norm.h lib/seed/core.h lib/graph/cores.h \
  lib/rank/hits_piece.h lib/base/bitset.h lib/base/memory.h

cmd/coreextract/options.h:

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

lib/seed/extract.h:

lib/rank/hits.h:

lib/graph/graph.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:

lib/seed/core.h:

lib/graph/cores.h:

lib/rank/hits_piece.h:

lib/base/bitset.h:

lib/base/memory.h:
