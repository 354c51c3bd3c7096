build-clang/lib/import/clueweb22.o: lib/import/clueweb22.c \
  lib/import/formats.h lib/import/arcs.h lib/base/progress.h \
  lib/graph/graph.h lib/graph/fingerprint.h lib/graph/rows.h \
  lib/base/status.h lib/graph/names.h lib/base/span.h lib/page/match.h \
  lib/source/source.h lib/base/buffer.h lib/import/csv.h \
  lib/import/warc.h lib/fetch/batch.h lib/archive/archive.h \
  lib/base/calendar.h lib/fetch/fetch.h lib/fetch/texts.h \
  lib/page/html.h lib/import/captures.h lib/links/collect.h \
  lib/links/idset.h lib/links/linksort.h lib/links/rowstore.h \
  lib/import/url_links.h lib/base/guard.h lib/base/memory.h \
  lib/base/text.h

lib/import/formats.h:

lib/import/arcs.h:

lib/base/progress.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/names.h:

lib/base/span.h:

lib/page/match.h:

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

lib/import/url_links.h:

lib/base/guard.h:

lib/base/memory.h:

lib/base/text.h:
