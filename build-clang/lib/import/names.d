build-clang/lib/import/names.o: lib/import/names.c lib/import/names.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h lib/base/status.h \
  lib/source/source.h lib/base/buffer.h lib/base/progress.h \
  lib/base/memory.h lib/base/number.h lib/base/text.h lib/graph/rows.h \
  lib/page/idn.h

lib/import/names.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/text.h:

lib/graph/rows.h:

lib/page/idn.h:
