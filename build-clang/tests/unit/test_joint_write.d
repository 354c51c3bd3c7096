build-clang/tests/unit/test_joint_write.o: tests/unit/test_joint_write.c \
  tests/unit/stream_sample.h tests/unit/stream_bytes.h tests/unit/unit.h \
  lib/base/status.h lib/links/rowstore.h lib/graph/graph.h \
  lib/graph/fingerprint.h lib/graph/rows.h lib/section/orders.h \
  lib/graph/orders.h lib/section/fields.h lib/base/bytes.h \
  lib/graph/names.h lib/base/span.h lib/section/section.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/base/random.h lib/base/hash.h lib/section/cores.h \
  lib/graph/cores.h lib/section/graph.h lib/graph/builder.h \
  lib/section/hosts.h lib/graph/hosts.h lib/section/linkscores.h \
  lib/graph/linkscores.h lib/section/names.h lib/section/part.h \
  lib/section/provenance.h lib/section/scores.h lib/section/seeds.h \
  lib/section/weights.h tests/unit/team_threads.h lib/team/share.h \
  lib/team/team.h tests/unit/temp_file.h lib/joint/write.h \
  lib/joint/read.h lib/stream/indexed.h

tests/unit/stream_sample.h:

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

lib/section/cores.h:

lib/graph/cores.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/section/hosts.h:

lib/graph/hosts.h:

lib/section/linkscores.h:

lib/graph/linkscores.h:

lib/section/names.h:

lib/section/part.h:

lib/section/provenance.h:

lib/section/scores.h:

lib/section/seeds.h:

lib/section/weights.h:

tests/unit/team_threads.h:

lib/team/share.h:

lib/team/team.h:

tests/unit/temp_file.h:

lib/joint/write.h:

lib/joint/read.h:

lib/stream/indexed.h:
