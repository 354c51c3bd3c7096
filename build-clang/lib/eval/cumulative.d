build-clang/lib/eval/cumulative.o: lib/eval/cumulative.c \
  lib/eval/cumulative.h lib/rank/sum.h lib/base/status.h lib/team/team.h

lib/eval/cumulative.h:

lib/rank/sum.h:

lib/base/status.h:

lib/team/team.h:
