build-clang/lib/seedlist/url.o: lib/seedlist/url.c lib/seedlist/url.h \
  lib/seedlist/line.h lib/base/span.h lib/seedlist/seedlist.h \
  lib/base/status.h lib/seedlist/formats.h lib/base/number.h \
  lib/page/url.h

lib/seedlist/url.h:

lib/seedlist/line.h:

lib/base/span.h:

lib/seedlist/seedlist.h:

lib/base/status.h:

lib/seedlist/formats.h:

lib/base/number.h:

lib/page/url.h:
