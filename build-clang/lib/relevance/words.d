build-clang/lib/relevance/words.o: lib/relevance/words.c \
  lib/relevance/words.h lib/base/status.h lib/base/memory.h

lib/relevance/words.h:

lib/base/status.h:

lib/base/memory.h:
