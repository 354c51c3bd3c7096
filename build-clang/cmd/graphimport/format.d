build-clang/cmd/graphimport/format.o: cmd/graphimport/format.c \
  cmd/graphimport/graphimport.h lib/cli/input.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/import/page_list.h \
  lib/base/span.h lib/graph/names.h lib/page/match.h \
  lib/section/scores.h lib/section/fields.h lib/base/bytes.h \
  lib/cli/output.h lib/cli/parts.h lib/section/manifest.h \
  lib/section/part.h lib/graph/hosts.h lib/import/formats.h \
  lib/import/arcs.h lib/graph/graph.h lib/source/source.h \
  lib/base/buffer.h lib/import/csv.h lib/import/warc.h lib/fetch/batch.h \
  lib/archive/archive.h lib/base/calendar.h lib/fetch/fetch.h \
  lib/fetch/texts.h lib/page/html.h lib/import/captures.h \
  lib/links/collect.h lib/links/idset.h lib/links/linksort.h \
  lib/links/rowstore.h lib/import/names.h lib/import/recognise.h \
  lib/import/arcs_look.h lib/crawllog/crawllog.h lib/crawllog/columns.h \
  lib/crawllog/when.h lib/import/bvgraph.h

cmd/graphimport/graphimport.h:

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

lib/cli/parts.h:

lib/section/manifest.h:

lib/section/part.h:

lib/graph/hosts.h:

lib/import/formats.h:

lib/import/arcs.h:

lib/graph/graph.h:

lib/source/source.h:

lib/base/buffer.h:

lib/import/csv.h:

lib/import/warc.h:

lib/fetch/batch.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/fetch/fetch.h:

lib/fetch/texts.h:

lib/page/html.h:

lib/import/captures.h:

lib/links/collect.h:

lib/links/idset.h:

lib/links/linksort.h:

lib/links/rowstore.h:

lib/import/names.h:

lib/import/recognise.h:

lib/import/arcs_look.h:

lib/crawllog/crawllog.h:

lib/crawllog/columns.h:

lib/crawllog/when.h:

lib/import/bvgraph.h:
