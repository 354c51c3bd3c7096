build-clang/cmd/crawlorder/log.o: cmd/crawlorder/log.c \
  cmd/crawlorder/log.h lib/cli/table.h lib/base/number.h \
  lib/base/status.h lib/cli/output.h lib/cli/command.h lib/cli/option.h \
  lib/cli/line.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  lib/orders/revisit.h lib/crawl/crawl.h lib/crawl/strategy.h \
  lib/graph/orders.h lib/graph/graph.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/graph/linkscores.h \
  lib/base/memory.h lib/orders/plan.h

cmd/crawlorder/log.h:

lib/cli/table.h:

lib/base/number.h:

lib/base/status.h:

lib/cli/output.h:

lib/cli/command.h:

lib/cli/option.h:

lib/cli/line.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/cli/progress.h:

lib/base/progress.h:

lib/graph/rows.h:

lib/orders/revisit.h:

lib/crawl/crawl.h:

lib/crawl/strategy.h:

lib/graph/orders.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/graph/linkscores.h:

lib/base/memory.h:

lib/orders/plan.h:
