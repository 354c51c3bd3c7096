build-clang/lib/base/suggest.o: lib/base/suggest.c lib/base/suggest.h

lib/base/suggest.h:
