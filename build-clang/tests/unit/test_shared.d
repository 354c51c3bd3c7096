build-clang/tests/unit/test_shared.o: tests/unit/test_shared.c \
  tests/unit/graph_rows.h tests/unit/stream_bytes.h tests/unit/unit.h \
  lib/base/status.h lib/links/rowstore.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/section/orders.h \
  lib/graph/orders.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/section/section.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/random.h lib/base/hash.h tests/unit/team_threads.h \
  lib/team/share.h lib/team/team.h lib/structure/shared.h \
  lib/graph/statistics.h lib/base/progress.h lib/graph/hosts.h \
  lib/structure/components.h lib/structure/degrees.h \
  lib/structure/distances.h

tests/unit/graph_rows.h:

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

lib/base/random.h:

lib/base/hash.h:

tests/unit/team_threads.h:

lib/team/share.h:

lib/team/team.h:

lib/structure/shared.h:

lib/graph/statistics.h:

lib/base/progress.h:

lib/graph/hosts.h:

lib/structure/components.h:

lib/structure/degrees.h:

lib/structure/distances.h:
