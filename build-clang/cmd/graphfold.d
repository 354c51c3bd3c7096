build-clang/cmd/graphfold.o: cmd/graphfold.c lib/cli/input.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/import/page_list.h \
  lib/base/span.h lib/graph/names.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/cli/output.h lib/cli/scratch.h lib/base/memory.h lib/derive/fold.h \
  lib/graph/graph.h lib/graph/hosts.h lib/links/linksort.h \
  lib/section/graph.h lib/graph/builder.h lib/section/hosts.h \
  lib/section/listing.h lib/section/names.h lib/section/weights.h

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

lib/cli/scratch.h:

lib/base/memory.h:

lib/derive/fold.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/links/linksort.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/hosts.h:

lib/section/listing.h:

lib/section/names.h:

lib/section/weights.h:
