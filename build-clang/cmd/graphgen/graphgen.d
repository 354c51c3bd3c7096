build-clang/cmd/graphgen/graphgen.o: cmd/graphgen/graphgen.c \
  cmd/graphgen/evolve.h lib/cli/output.h lib/cli/command.h \
  lib/cli/option.h lib/cli/line.h lib/base/status.h \
  lib/section/section.h lib/graph/fingerprint.h lib/section/kinds.h \
  lib/stream/stream.h lib/base/output.h lib/cli/progress.h \
  lib/base/progress.h lib/graph/rows.h lib/generate/evolve.h \
  lib/graph/graph.h lib/graph/hosts.h lib/graph/names.h lib/base/span.h \
  cmd/graphgen/like.h cmd/graphgen/web.h lib/generate/generate.h \
  lib/generate/shuffle.h lib/links/linksort.h lib/section/part.h \
  lib/cli/parts.h lib/section/manifest.h lib/base/bytes.h \
  lib/base/hash.h lib/base/number.h

cmd/graphgen/evolve.h:

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

lib/generate/evolve.h:

lib/graph/graph.h:

lib/graph/hosts.h:

lib/graph/names.h:

lib/base/span.h:

cmd/graphgen/like.h:

cmd/graphgen/web.h:

lib/generate/generate.h:

lib/generate/shuffle.h:

lib/links/linksort.h:

lib/section/part.h:

lib/cli/parts.h:

lib/section/manifest.h:

lib/base/bytes.h:

lib/base/hash.h:

lib/base/number.h:
