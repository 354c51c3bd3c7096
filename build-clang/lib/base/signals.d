build-clang/lib/base/signals.o: lib/base/signals.c lib/base/signals.h

lib/base/signals.h:
