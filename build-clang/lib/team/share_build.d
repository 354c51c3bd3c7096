build-clang/lib/team/share_build.o: lib/team/share_build.c \
  lib/team/share.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/base/status.h lib/team/team.h lib/base/bitset.h \
  lib/base/memory.h lib/base/hash.h lib/graph/builder.h \
  lib/graph/codec.h lib/graph/store.h lib/team/reach.h \
  lib/team/share_space.h

lib/team/share.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/base/status.h:

lib/team/team.h:

lib/base/bitset.h:

lib/base/memory.h:

lib/base/hash.h:

lib/graph/builder.h:

lib/graph/codec.h:

lib/graph/store.h:

lib/team/reach.h:

lib/team/share_space.h:
