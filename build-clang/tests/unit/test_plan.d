build-clang/tests/unit/test_plan.o: tests/unit/test_plan.c \
  tests/unit/graph_rows.h tests/unit/stream_bytes.h tests/unit/unit.h \
  lib/base/status.h lib/links/rowstore.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/section/orders.h \
  lib/graph/orders.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/section/section.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/random.h lib/base/hash.h tests/unit/team_threads.h \
  lib/team/share.h lib/team/team.h lib/graph/store.h lib/team/plan.h

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

lib/graph/store.h:

lib/team/plan.h:
