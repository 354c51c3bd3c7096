build-clang/lib/relevance/similarity.o: lib/relevance/similarity.c \
  lib/relevance/similarity.h lib/base/status.h lib/base/memory.h

lib/relevance/similarity.h:

lib/base/status.h:

lib/base/memory.h:
