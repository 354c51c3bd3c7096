build-clang/lib/cli/memory.o: lib/cli/memory.c lib/cli/memory.h

lib/cli/memory.h:
