/* SPDX-License-Identifier: MIT */
/* graphgen.h - what graphgen makes, a file each. */
#ifndef CMD_GRAPHGEN_GRAPHGEN_H
#define CMD_GRAPHGEN_GRAPHGEN_H

#include "cli/output.h"

#include "graph/generate/evolve.h"
#include "graph/generate/generate.h"
#include "graph/generate/shuffle.h"
#include "stream/section/part.h"

/* ---- a new web, as sections of a stream (web.c) ------------------------- */

struct graphgen_web {
	const struct sp_generator *generator;
	uint64_t pages;
	struct sp_shuffle shuffle; /* zero bytes: pages in URL order */
	bool no_names;
	struct sp_part part;       /* whose links and names are written */
	uint64_t between;          /* links between hosts of all parts so far */
};

/*
 * Writes the hosts, the names unless no_names is set, and the graph, and
 * stores its basis.  The links and names are those of the pages of web->part;
 * adds those between hosts to web->between.
 */
enum sp_status graphgen_write(struct cmd *cmd, struct graphgen_web *web,
			      struct sp_writer *writer, struct sp_basis *basis);

/* ---- --evolve: a later crawl of a stored web (evolve.c) ----------------- */

/*
 * Reads the stream at cmd->operands[0], "-" for standard input or if there is
 * none, and writes the web that it becomes, with names unless no_names is set.
 */
enum sp_status graphgen_evolve(struct cmd *cmd,
			       const struct sp_evolve_options *options,
			       bool no_names);

/* ---- --like: the options for a web like a stored one (like.c) ----------- */

/* Reads the stream at path, and writes the options as one line of text. */
enum sp_status graphgen_like(struct cmd *cmd, const char *path);

#endif
