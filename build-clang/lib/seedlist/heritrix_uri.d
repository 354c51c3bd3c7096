build-clang/lib/seedlist/heritrix_uri.o: lib/seedlist/heritrix_uri.c \
  lib/seedlist/url.h lib/seedlist/line.h lib/base/span.h \
  lib/seedlist/seedlist.h lib/base/status.h lib/seedlist/formats.h

lib/seedlist/url.h:

lib/seedlist/line.h:

lib/base/span.h:

lib/seedlist/seedlist.h:

lib/base/status.h:

lib/seedlist/formats.h:
