build-clang/lib/team/team.o: lib/team/team.c lib/team/team.h \
  lib/base/status.h lib/base/memory.h

lib/team/team.h:

lib/base/status.h:

lib/base/memory.h:
