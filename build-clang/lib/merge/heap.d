build-clang/lib/merge/heap.o: lib/merge/heap.c lib/merge/heap.h

lib/merge/heap.h:
