build-clang/lib/eval/points.o: lib/eval/points.c lib/eval/points.h

lib/eval/points.h:
