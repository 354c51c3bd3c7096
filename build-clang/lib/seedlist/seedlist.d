build-clang/lib/seedlist/seedlist.o: lib/seedlist/seedlist.c \
  lib/seedlist/seedlist.h lib/base/span.h lib/base/status.h \
  lib/seedlist/formats.h lib/base/hash.h lib/base/memory.h \
  lib/graph/names.h lib/seedlist/format.h lib/seedlist/scale.h \
  lib/seedlist/url.h lib/seedlist/line.h

lib/seedlist/seedlist.h:

lib/base/span.h:

lib/base/status.h:

lib/seedlist/formats.h:

lib/base/hash.h:

lib/base/memory.h:

lib/graph/names.h:

lib/seedlist/format.h:

lib/seedlist/scale.h:

lib/seedlist/url.h:

lib/seedlist/line.h:
