build-clang/lib/cli/clock.o: lib/cli/clock.c lib/cli/clock.h

lib/cli/clock.h:
