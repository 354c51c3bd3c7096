/* SPDX-License-Identifier: MIT */
/* web.h - a new web of graphgen, as sections of a stream. */
#ifndef CMD_GRAPHGEN_WEB_H
#define CMD_GRAPHGEN_WEB_H

#include "cli/output.h"

#include "graph/generate/generate.h"
#include "graph/generate/shuffle.h"
#include "stream/section/part.h"

struct graphgen_web {
	const struct sp_generator *generator;
	uint64_t pages;
	struct sp_shuffle shuffle; /* zero bytes: pages in URL order */
	bool no_names;
	struct sp_part part;       /* whose links and names are written */
};

/*
 * Writes the hosts, the names unless no_names is set, and the graph, and
 * stores its basis.  The links and names are those of the pages of web->part.
 */
enum sp_status graphgen_write(struct cmd *cmd, const struct graphgen_web *web,
			      struct sp_writer *writer, struct sp_basis *basis);

#endif
