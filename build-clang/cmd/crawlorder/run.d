build-clang/cmd/crawlorder/run.o: cmd/crawlorder/run.c \
  cmd/crawlorder/run.h lib/cli/command.h lib/cli/option.h lib/cli/line.h \
  lib/base/status.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  cmd/crawlorder/log.h lib/cli/table.h lib/base/number.h \
  lib/cli/output.h lib/orders/revisit.h lib/crawl/crawl.h \
  lib/crawl/strategy.h lib/graph/orders.h lib/graph/graph.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/graph/linkscores.h lib/crawl/parallel.h lib/crawl/partition.h \
  lib/cli/clock.h lib/cli/readable.h lib/base/memory.h \
  lib/section/graph.h lib/graph/builder.h lib/section/orders.h \
  lib/section/fields.h lib/base/bytes.h lib/section/scores.h

cmd/crawlorder/run.h:

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

cmd/crawlorder/log.h:

lib/cli/table.h:

lib/base/number.h:

lib/cli/output.h:

lib/orders/revisit.h:

lib/crawl/crawl.h:

lib/crawl/strategy.h:

lib/graph/orders.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/linkscores.h:

lib/crawl/parallel.h:

lib/crawl/partition.h:

lib/cli/clock.h:

lib/cli/readable.h:

lib/base/memory.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/orders.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/section/scores.h:
