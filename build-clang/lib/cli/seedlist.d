build-clang/lib/cli/seedlist.o: lib/cli/seedlist.c lib/cli/seedlist.h \
  lib/cli/command.h lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/seedlist/seedlist.h \
  lib/base/span.h lib/seedlist/formats.h lib/cli/shards.h \
  lib/cli/output.h lib/cli/target.h

lib/cli/seedlist.h:

lib/cli/command.h:

lib/cli/option.h:

lib/cli/line.h:

lib/base/status.h:

lib/section/section.h:

lib/graph/fingerprint.h:

lib/section/kinds.h:

lib/stream/stream.h:

lib/base/output.h:

lib/cli/progress.h:

lib/base/progress.h:

lib/graph/rows.h:

lib/seedlist/seedlist.h:

lib/base/span.h:

lib/seedlist/formats.h:

lib/cli/shards.h:

lib/cli/output.h:

lib/cli/target.h:
