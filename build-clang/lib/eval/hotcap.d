build-clang/lib/eval/hotcap.o: lib/eval/hotcap.c lib/eval/hotcap.h \
  lib/eval/hotrank.h lib/base/bitset.h lib/base/memory.h \
  lib/base/status.h

lib/eval/hotcap.h:

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:
