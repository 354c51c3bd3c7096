build-clang/lib/eval/throughput.o: lib/eval/throughput.c \
  lib/eval/throughput.h lib/eval/hotrank.h lib/base/bitset.h \
  lib/base/memory.h lib/base/status.h

lib/eval/throughput.h:

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:
