build-clang/lib/import/order_by_url.o: lib/import/order_by_url.c \
  lib/import/order_by_url.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/graph/names.h lib/base/span.h \
  lib/links/linksort.h lib/base/progress.h lib/base/memory.h \
  lib/graph/hosts.h lib/links/collect.h lib/links/idset.h \
  lib/links/rowstore.h lib/import/names.h lib/source/source.h \
  lib/base/buffer.h

lib/import/order_by_url.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/graph/names.h:

lib/base/span.h:

lib/links/linksort.h:

lib/base/progress.h:

lib/base/memory.h:

lib/graph/hosts.h:

lib/links/collect.h:

lib/links/idset.h:

lib/links/rowstore.h:

lib/import/names.h:

lib/source/source.h:

lib/base/buffer.h:
