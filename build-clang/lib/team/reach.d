build-clang/lib/team/reach.o: lib/team/reach.c lib/team/reach.h \
  lib/base/status.h lib/base/memory.h

lib/team/reach.h:

lib/base/status.h:

lib/base/memory.h:
