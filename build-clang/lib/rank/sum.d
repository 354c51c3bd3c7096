build-clang/lib/rank/sum.o: lib/rank/sum.c lib/rank/sum.h \
  lib/base/status.h lib/team/team.h lib/base/memory.h

lib/rank/sum.h:

lib/base/status.h:

lib/team/team.h:

lib/base/memory.h:
