build-clang/lib/crawl/outbox.o: lib/crawl/outbox.c lib/crawl/outbox.h \
  lib/base/status.h lib/base/hash.h lib/base/memory.h

lib/crawl/outbox.h:

lib/base/status.h:

lib/base/hash.h:

lib/base/memory.h:
