build-clang/cmd/relscore/waiting.o: cmd/relscore/waiting.c \
  cmd/relscore/collect.h cmd/relscore/capture.h cmd/relscore/relscore.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/cli/output.h \
  lib/graph/linkscores.h lib/graph/graph.h lib/page/match.h \
  lib/base/span.h lib/graph/names.h lib/relevance/page.h \
  lib/relevance/similarity.h lib/relevance/terms.h lib/relevance/words.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/relevance/spill.h lib/cli/scratch.h lib/base/memory.h

cmd/relscore/collect.h:

cmd/relscore/capture.h:

cmd/relscore/relscore.h:

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

lib/cli/output.h:

lib/graph/linkscores.h:

lib/graph/graph.h:

lib/page/match.h:

lib/base/span.h:

lib/graph/names.h:

lib/relevance/page.h:

lib/relevance/similarity.h:

lib/relevance/terms.h:

lib/relevance/words.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/relevance/spill.h:

lib/cli/scratch.h:

lib/base/memory.h:
