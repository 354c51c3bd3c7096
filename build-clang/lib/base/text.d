build-clang/lib/base/text.o: lib/base/text.c lib/base/text.h

lib/base/text.h:
