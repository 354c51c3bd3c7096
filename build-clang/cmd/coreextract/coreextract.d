build-clang/cmd/coreextract/coreextract.o: cmd/coreextract/coreextract.c \
  cmd/coreextract/options.h lib/cli/command.h lib/cli/option.h \
  lib/cli/line.h lib/base/status.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/cli/progress.h lib/base/progress.h \
  lib/graph/rows.h lib/seed/extract.h lib/rank/hits.h lib/graph/graph.h \
  lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h lib/team/team.h \
  lib/team/share.h lib/rank/norm.h lib/seed/core.h lib/graph/cores.h \
  lib/rank/hits_piece.h lib/cli/files.h lib/cli/input.h \
  lib/import/page_list.h lib/base/span.h lib/graph/names.h \
  lib/page/match.h lib/section/scores.h lib/section/fields.h \
  lib/base/bytes.h lib/cli/output.h lib/base/bitset.h lib/base/memory.h \
  lib/section/cores.h lib/section/hosts.h lib/graph/hosts.h \
  lib/section/prune.h lib/graph/prune.h lib/section/graph.h \
  lib/graph/builder.h lib/section/weights.h

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

lib/cli/files.h:

lib/cli/input.h:

lib/import/page_list.h:

lib/base/span.h:

lib/graph/names.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/cli/output.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/section/cores.h:

lib/section/hosts.h:

lib/graph/hosts.h:

lib/section/prune.h:

lib/graph/prune.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/weights.h:
