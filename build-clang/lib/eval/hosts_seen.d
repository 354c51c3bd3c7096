build-clang/lib/eval/hosts_seen.o: lib/eval/hosts_seen.c \
  lib/eval/hosts_seen.h lib/graph/hosts.h lib/graph/names.h \
  lib/base/span.h lib/base/status.h lib/base/bitset.h lib/base/memory.h

lib/eval/hosts_seen.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/base/bitset.h:

lib/base/memory.h:
