build-clang/cmd/crawlorder/topic.o: cmd/crawlorder/topic.c \
  cmd/crawlorder/topic.h lib/cli/command.h lib/cli/option.h \
  lib/cli/line.h lib/base/status.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/cli/progress.h lib/base/progress.h \
  lib/graph/rows.h lib/crawl/crawl.h lib/crawl/strategy.h \
  lib/graph/orders.h lib/graph/graph.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/graph/linkscores.h \
  lib/cli/input.h lib/import/page_list.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/section/linkscores.h

cmd/crawlorder/topic.h:

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

lib/crawl/crawl.h:

lib/crawl/strategy.h:

lib/graph/orders.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/linkscores.h:

lib/cli/input.h:

lib/import/page_list.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/section/linkscores.h:
