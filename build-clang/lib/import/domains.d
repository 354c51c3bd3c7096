build-clang/lib/import/domains.o: lib/import/domains.c \
  lib/import/domains.h lib/graph/hosts.h lib/graph/names.h \
  lib/base/span.h lib/base/status.h lib/base/memory.h

lib/import/domains.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/base/status.h:

lib/base/memory.h:
