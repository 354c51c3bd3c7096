build-clang/cmd/crawlimport/time.o: cmd/crawlimport/time.c \
  cmd/crawlimport/tables.h cmd/crawlimport/crawlimport.h lib/cli/input.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/import/page_list.h \
  lib/base/span.h lib/graph/names.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/cli/output.h lib/cli/table.h lib/base/number.h \
  lib/crawllog/crawllog.h lib/crawllog/columns.h lib/crawllog/when.h \
  lib/base/calendar.h lib/source/source.h lib/base/buffer.h \
  lib/crawllog/history.h lib/graph/graph.h lib/graph/orders.h \
  lib/crawllog/pages.h lib/graph/hosts.h lib/links/linksort.h \
  lib/base/memory.h

cmd/crawlimport/tables.h:

cmd/crawlimport/crawlimport.h:

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

lib/cli/table.h:

lib/base/number.h:

lib/crawllog/crawllog.h:

lib/crawllog/columns.h:

lib/crawllog/when.h:

lib/base/calendar.h:

lib/source/source.h:

lib/base/buffer.h:

lib/crawllog/history.h:

lib/graph/graph.h:

lib/graph/orders.h:

lib/crawllog/pages.h:

lib/graph/hosts.h:

lib/links/linksort.h:

lib/base/memory.h:
