build-clang/tests/unit/test_degrees.o: tests/unit/test_degrees.c \
  tests/unit/graph_rows.h tests/unit/stream_bytes.h tests/unit/unit.h \
  lib/base/status.h lib/links/rowstore.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/section/orders.h \
  lib/graph/orders.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/section/section.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/random.h lib/base/hash.h tests/unit/oracle.h \
  lib/seed/extract.h lib/rank/hits.h lib/base/progress.h \
  lib/rank/checkpoint.h lib/rank/form.h lib/rank/sum.h lib/team/team.h \
  lib/team/share.h lib/rank/norm.h lib/seed/core.h lib/graph/cores.h \
  lib/rank/hits_piece.h lib/structure/degrees.h

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

tests/unit/oracle.h:

lib/seed/extract.h:

lib/rank/hits.h:

lib/base/progress.h:

lib/rank/checkpoint.h:

lib/rank/form.h:

lib/rank/sum.h:

lib/team/team.h:

lib/team/share.h:

lib/rank/norm.h:

lib/seed/core.h:

lib/graph/cores.h:

lib/rank/hits_piece.h:

lib/structure/degrees.h:
