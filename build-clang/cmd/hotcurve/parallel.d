build-clang/cmd/hotcurve/parallel.o: cmd/hotcurve/parallel.c \
  cmd/hotcurve/hotcurve.h cmd/hotcurve/draws.h lib/base/status.h \
  cmd/hotcurve/metrics.h lib/cli/input.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/section/section.h \
  lib/graph/fingerprint.h lib/section/kinds.h lib/stream/stream.h \
  lib/base/output.h lib/cli/progress.h lib/base/progress.h \
  lib/graph/rows.h lib/import/page_list.h lib/base/span.h \
  lib/graph/names.h lib/page/match.h lib/section/scores.h \
  lib/section/fields.h lib/base/bytes.h lib/cli/plot.h lib/cli/figure.h \
  lib/cli/output.h lib/eval/hotrank.h lib/base/bitset.h \
  lib/base/memory.h lib/eval/throughput.h lib/graph/hosts.h \
  lib/section/orders.h lib/graph/orders.h cmd/hotcurve/sheet.h \
  lib/cli/table.h lib/base/number.h lib/eval/pageset.h lib/graph/graph.h \
  lib/eval/points.h lib/section/graph.h lib/graph/builder.h

cmd/hotcurve/hotcurve.h:

cmd/hotcurve/draws.h:

lib/base/status.h:

cmd/hotcurve/metrics.h:

lib/cli/input.h:

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

lib/import/page_list.h:

lib/base/span.h:

lib/graph/names.h:

lib/page/match.h:

lib/section/scores.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/cli/plot.h:

lib/cli/figure.h:

lib/cli/output.h:

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/eval/throughput.h:

lib/graph/hosts.h:

lib/section/orders.h:

lib/graph/orders.h:

cmd/hotcurve/sheet.h:

lib/cli/table.h:

lib/base/number.h:

lib/eval/pageset.h:

lib/graph/graph.h:

lib/eval/points.h:

lib/section/graph.h:

lib/graph/builder.h:
