build-clang/lib/cli/fd.o: lib/cli/fd.c lib/cli/fd.h

lib/cli/fd.h:
