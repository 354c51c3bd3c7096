build-clang/lib/cli/gnuplot.o: lib/cli/gnuplot.c lib/cli/gnuplot.h \
  lib/base/status.h lib/cli/fd.h lib/base/memory.h

lib/cli/gnuplot.h:

lib/base/status.h:

lib/cli/fd.h:

lib/base/memory.h:
