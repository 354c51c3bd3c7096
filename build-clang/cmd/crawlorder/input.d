build-clang/cmd/crawlorder/input.o: cmd/crawlorder/input.c \
  cmd/crawlorder/input.h lib/cli/command.h lib/cli/option.h \
  lib/cli/line.h lib/base/status.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/cli/progress.h lib/base/progress.h \
  lib/graph/rows.h cmd/crawlorder/topic.h lib/crawl/crawl.h \
  lib/crawl/strategy.h lib/graph/orders.h lib/graph/graph.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/graph/linkscores.h lib/graph/cores.h lib/page/match.h \
  lib/cli/input.h lib/import/page_list.h lib/section/scores.h \
  lib/section/fields.h lib/base/bytes.h lib/cli/readable.h \
  lib/cli/scratch.h lib/base/bitset.h lib/base/memory.h \
  lib/section/graph.h lib/graph/builder.h lib/section/hosts.h \
  lib/section/names.h lib/section/orders.h lib/section/seeds.h \
  lib/seed/pick.h lib/seed/spread.h

cmd/crawlorder/input.h:

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

cmd/crawlorder/topic.h:

lib/crawl/crawl.h:

lib/crawl/strategy.h:

lib/graph/orders.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/linkscores.h:

lib/graph/cores.h:

lib/page/match.h:

lib/cli/input.h:

lib/import/page_list.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/cli/readable.h:

lib/cli/scratch.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/hosts.h:

lib/section/names.h:

lib/section/orders.h:

lib/section/seeds.h:

lib/seed/pick.h:

lib/seed/spread.h:
