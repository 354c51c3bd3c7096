build-clang/lib/seedlist/browsertrix.o: lib/seedlist/browsertrix.c \
  lib/seedlist/format.h lib/seedlist/scale.h lib/seedlist/seedlist.h \
  lib/base/span.h lib/base/status.h lib/seedlist/formats.h \
  lib/seedlist/url.h lib/seedlist/line.h

lib/seedlist/format.h:

lib/seedlist/scale.h:

lib/seedlist/seedlist.h:

lib/base/span.h:

lib/base/status.h:

lib/seedlist/formats.h:

lib/seedlist/url.h:

lib/seedlist/line.h:
