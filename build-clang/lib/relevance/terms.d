build-clang/lib/relevance/terms.o: lib/relevance/terms.c \
  lib/relevance/terms.h lib/relevance/words.h lib/base/status.h \
  lib/graph/names.h lib/base/span.h lib/base/memory.h

lib/relevance/terms.h:

lib/relevance/words.h:

lib/base/status.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/memory.h:
