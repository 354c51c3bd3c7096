build-clang/tests/unit/test_seedlist.o: tests/unit/test_seedlist.c \
  tests/unit/unit.h lib/base/status.h lib/base/memory.h \
  lib/base/random.h lib/base/hash.h lib/seedlist/format.h \
  lib/seedlist/scale.h lib/seedlist/seedlist.h lib/base/span.h \
  lib/seedlist/formats.h lib/seedlist/url.h lib/seedlist/line.h

tests/unit/unit.h:

lib/base/status.h:

lib/base/memory.h:

lib/base/random.h:

lib/base/hash.h:

lib/seedlist/format.h:

lib/seedlist/scale.h:

lib/seedlist/seedlist.h:

lib/base/span.h:

lib/seedlist/formats.h:

lib/seedlist/url.h:

lib/seedlist/line.h:
