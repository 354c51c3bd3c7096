build-clang/cmd/graphgen/web.o: cmd/graphgen/web.c cmd/graphgen/web.h \
  lib/cli/output.h lib/cli/command.h lib/cli/option.h lib/cli/line.h \
  lib/base/status.h lib/section/section.h lib/graph/fingerprint.h \
  lib/section/kinds.h lib/stream/stream.h lib/base/output.h \
  lib/cli/progress.h lib/base/progress.h lib/graph/rows.h \
  lib/generate/generate.h lib/generate/shuffle.h lib/links/linksort.h \
  lib/section/part.h lib/cli/parts.h lib/section/manifest.h \
  lib/cli/scratch.h lib/base/memory.h lib/section/graph.h \
  lib/graph/builder.h lib/graph/graph.h lib/section/hosts.h \
  lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  lib/section/fields.h lib/base/bytes.h lib/section/names.h

cmd/graphgen/web.h:

lib/cli/output.h:

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

lib/generate/generate.h:

lib/generate/shuffle.h:

lib/links/linksort.h:

lib/section/part.h:

lib/cli/parts.h:

lib/section/manifest.h:

lib/cli/scratch.h:

lib/base/memory.h:

lib/section/graph.h:

lib/graph/builder.h:

lib/graph/graph.h:

lib/section/hosts.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

lib/section/fields.h:

lib/base/bytes.h:

lib/section/names.h:
