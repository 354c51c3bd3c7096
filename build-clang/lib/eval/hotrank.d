build-clang/lib/eval/hotrank.o: lib/eval/hotrank.c lib/eval/hotrank.h \
  lib/base/bitset.h lib/base/memory.h lib/base/status.h

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:
