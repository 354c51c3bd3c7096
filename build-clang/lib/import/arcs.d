build-clang/lib/import/arcs.o: lib/import/arcs.c lib/import/arcs_parts.h \
  lib/import/arcs_parse.h lib/base/status.h lib/links/idlinks.h \
  lib/links/collect.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/links/idset.h lib/links/linksort.h \
  lib/base/progress.h lib/links/rowstore.h lib/import/arcs.h \
  lib/graph/names.h lib/base/span.h lib/page/match.h lib/source/source.h \
  lib/base/buffer.h lib/import/formats.h lib/import/csv.h \
  lib/import/warc.h lib/fetch/batch.h lib/archive/archive.h \
  lib/base/calendar.h lib/fetch/fetch.h lib/fetch/texts.h \
  lib/page/html.h lib/import/captures.h

lib/import/arcs_parts.h:

lib/import/arcs_parse.h:

lib/base/status.h:

lib/links/idlinks.h:

lib/links/collect.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/links/idset.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/links/rowstore.h:

lib/import/arcs.h:

lib/graph/names.h:

lib/base/span.h:

lib/page/match.h:

lib/source/source.h:

lib/base/buffer.h:

lib/import/formats.h:

lib/import/csv.h:

lib/import/warc.h:

lib/fetch/batch.h:

lib/archive/archive.h:

lib/base/calendar.h:

lib/fetch/fetch.h:

lib/fetch/texts.h:

lib/page/html.h:

lib/import/captures.h:
