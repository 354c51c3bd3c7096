build-clang/lib/base/status.o: lib/base/status.c lib/base/status.h

lib/base/status.h:
