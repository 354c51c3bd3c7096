build-clang/lib/section/task.o: lib/section/task.c lib/section/task.h \
  lib/section/pull.h lib/base/span.h lib/graph/rows.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/section/fields.h \
  lib/base/bytes.h lib/graph/names.h

lib/section/task.h:

lib/section/pull.h:

lib/base/span.h:

lib/graph/rows.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:
