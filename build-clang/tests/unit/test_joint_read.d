build-clang/tests/unit/test_joint_read.o: tests/unit/test_joint_read.c \
  tests/unit/stream_bytes.h tests/unit/unit.h lib/base/status.h \
  lib/links/rowstore.h lib/graph/graph.h lib/graph/fingerprint.h \
  lib/graph/rows.h lib/section/orders.h lib/graph/orders.h \
  lib/section/fields.h lib/base/bytes.h lib/graph/names.h \
  lib/base/span.h lib/section/section.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h tests/unit/team_threads.h \
  lib/team/share.h lib/team/team.h tests/unit/temp_file.h \
  lib/joint/read.h lib/stream/indexed.h lib/section/graph.h \
  lib/graph/builder.h lib/section/manifest.h lib/section/part.h \
  lib/section/scores.h

tests/unit/stream_bytes.h:

tests/unit/unit.h:

lib/base/status.h:

lib/links/rowstore.h:

lib/graph/graph.h:

lib/graph/fingerprint.h:

lib/graph/rows.h:

lib/section/orders.h:

lib/graph/orders.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/section.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

tests/unit/team_threads.h:

lib/team/share.h:

lib/team/team.h:

tests/unit/temp_file.h:

lib/joint/read.h:

lib/stream/indexed.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/manifest.h:

lib/section/part.h:

lib/section/scores.h:
