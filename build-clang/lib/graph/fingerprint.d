build-clang/lib/graph/fingerprint.o: lib/graph/fingerprint.c \
  lib/graph/fingerprint.h lib/base/bytes.h lib/base/hash.h

lib/graph/fingerprint.h:

lib/base/bytes.h:

lib/base/hash.h:
