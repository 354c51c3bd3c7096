build-clang/cmd/crawlorder/options.o: cmd/crawlorder/options.c \
  cmd/crawlorder/crawlorder.h cmd/crawlorder/input.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h cmd/crawlorder/topic.h \
  lib/crawl/crawl.h lib/crawl/strategy.h lib/graph/orders.h \
  lib/graph/graph.h lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/graph/linkscores.h lib/graph/cores.h lib/page/match.h \
  cmd/crawlorder/log.h lib/cli/table.h lib/base/number.h \
  lib/cli/output.h lib/orders/revisit.h cmd/crawlorder/parallel.h \
  lib/crawl/parallel.h lib/crawl/partition.h cmd/crawlorder/run.h \
  lib/cli/input.h lib/import/page_list.h lib/section/scores.h \
  lib/section/fields.h lib/base/bytes.h lib/orders/plan.h

cmd/crawlorder/crawlorder.h:

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

cmd/crawlorder/log.h:

lib/cli/table.h:

lib/base/number.h:

lib/cli/output.h:

lib/orders/revisit.h:

cmd/crawlorder/parallel.h:

lib/crawl/parallel.h:

lib/crawl/partition.h:

cmd/crawlorder/run.h:

lib/cli/input.h:

lib/import/page_list.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/orders/plan.h:
