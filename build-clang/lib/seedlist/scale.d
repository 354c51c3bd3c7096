build-clang/lib/seedlist/scale.o: lib/seedlist/scale.c \
  lib/seedlist/scale.h lib/seedlist/seedlist.h lib/base/span.h \
  lib/base/status.h lib/seedlist/formats.h

lib/seedlist/scale.h:

lib/seedlist/seedlist.h:

lib/base/span.h:

lib/base/status.h:

lib/seedlist/formats.h:
