build-clang/lib/eval/summary.o: lib/eval/summary.c lib/eval/summary.h \
  lib/eval/tau.h lib/eval/hotrank.h lib/base/bitset.h lib/base/memory.h \
  lib/base/status.h lib/eval/throughput.h lib/eval/cumulative.h \
  lib/eval/points.h

lib/eval/summary.h:

lib/eval/tau.h:

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/status.h:

lib/eval/throughput.h:

lib/eval/cumulative.h:

lib/eval/points.h:
