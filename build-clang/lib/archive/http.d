build-clang/lib/archive/http.o: lib/archive/http.c lib/archive/http.h \
  lib/base/span.h

lib/archive/http.h:

lib/base/span.h:
