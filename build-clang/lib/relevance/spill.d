build-clang/lib/relevance/spill.o: lib/relevance/spill.c \
  lib/relevance/spill.h lib/base/status.h lib/base/bytes.h \
  lib/base/memory.h lib/base/unnamed.h

lib/relevance/spill.h:

lib/base/status.h:

lib/base/bytes.h:

lib/base/memory.h:

lib/base/unnamed.h:
