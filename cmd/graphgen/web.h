/* SPDX-License-Identifier: MIT */
/* web.h - a new web of graphgen, as sections of a stream. */
#ifndef CMD_GRAPHGEN_WEB_H
#define CMD_GRAPHGEN_WEB_H

#include "cli/output.h"

#include "generate/generate.h"
#include "generate/shuffle.h"

struct graphgen_web {
	const struct sp_generator *generator;
	uint64_t pages;
	struct sp_shuffle shuffle; /* zero bytes: pages in URL order */
	bool no_names;
};

/*
 * Writes the hosts, the names unless no_names is set, and the graph, and
 * stores the number of its links.
 */
enum sp_status graphgen_write(struct cmd *cmd, const struct graphgen_web *web,
			      struct sp_writer *writer, uint64_t *links)
	SP_MUST_CHECK;

#endif
