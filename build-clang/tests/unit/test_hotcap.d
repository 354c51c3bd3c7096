build-clang/tests/unit/test_hotcap.o: tests/unit/test_hotcap.c \
  tests/unit/eval_sample.h tests/unit/unit.h lib/base/status.h \
  lib/base/random.h lib/base/hash.h lib/eval/hotrank.h lib/base/bitset.h \
  lib/base/memory.h lib/eval/hotcap.h lib/page/shape.h lib/graph/hosts.h \
  lib/graph/names.h lib/base/span.h

tests/unit/eval_sample.h:

tests/unit/unit.h:

lib/base/status.h:

lib/base/random.h:

lib/base/hash.h:

lib/eval/hotrank.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/eval/hotcap.h:

lib/page/shape.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:
