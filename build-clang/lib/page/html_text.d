build-clang/lib/page/html_text.o: lib/page/html_text.c \
  lib/page/html_text.h lib/base/status.h lib/base/memory.h

lib/page/html_text.h:

lib/base/status.h:

lib/base/memory.h:
