build-clang/lib/eval/tau.o: lib/eval/tau.c lib/eval/tau.h \
  lib/eval/hotrank.h lib/base/bitset.h lib/base/memory.h \
  lib/base/status.h

lib/eval/tau.h:

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:
