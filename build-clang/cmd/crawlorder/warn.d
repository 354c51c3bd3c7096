build-clang/cmd/crawlorder/warn.o: cmd/crawlorder/warn.c \
  cmd/crawlorder/warn.h lib/cli/command.h lib/cli/option.h \
  lib/cli/line.h lib/base/status.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/cli/progress.h lib/base/progress.h \
  lib/graph/rows.h lib/crawl/crawl.h lib/crawl/strategy.h \
  lib/graph/orders.h lib/graph/graph.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h lib/graph/linkscores.h

cmd/crawlorder/warn.h:

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
