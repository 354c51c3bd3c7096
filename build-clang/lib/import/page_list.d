build-clang/lib/import/page_list.o: lib/import/page_list.c \
  lib/import/page_list.h lib/base/span.h lib/base/status.h \
  lib/graph/names.h lib/page/match.h lib/base/memory.h lib/base/number.h \
  lib/base/text.h lib/page/wanted.h lib/source/source.h \
  lib/base/buffer.h lib/base/progress.h

lib/import/page_list.h:

lib/base/span.h:

lib/base/status.h:

lib/graph/names.h:

lib/page/match.h:

lib/base/memory.h:

lib/base/number.h:

lib/base/text.h:

lib/page/wanted.h:

lib/source/source.h:

lib/base/buffer.h:

lib/base/progress.h:
