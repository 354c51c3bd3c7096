build-clang/lib/relevance/page.o: lib/relevance/page.c \
  lib/relevance/page.h lib/relevance/similarity.h lib/base/status.h \
  lib/relevance/terms.h lib/relevance/words.h lib/graph/names.h \
  lib/base/span.h lib/base/memory.h

lib/relevance/page.h:

lib/relevance/similarity.h:

lib/base/status.h:

lib/relevance/terms.h:

lib/relevance/words.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/memory.h:
