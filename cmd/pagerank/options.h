/* SPDX-License-Identifier: MIT */
/* options.h - the options of pagerank, which pagerank-mpi has as well. */
#ifndef PAGERANK_OPTIONS_H
#define PAGERANK_OPTIONS_H

#include "vector.h"

#include "rank/pagerank.h"

enum rank_scale { SCALE_PROB, SCALE_MEAN1 };

struct pagerank_options {
	struct sp_pagerank_options how;
	enum rank_scale scale;
	struct rank_vector teleport, start;
	const char *name;
	bool strict;
};

#define PAGERANK_OPTIONS { \
	.how = SP_PAGERANK_DEFAULTS, .teleport = { .option = "teleport" }, \
	.start = { .option = "start" }, .name = "pagerank" }

#define PAGERANK_ROWS 14

/* Puts the rows of the options, whose variables these are, into a table. */
void pagerank_put_rows(struct pagerank_options *options,
		       struct option_row to[PAGERANK_ROWS]);

/*
 * Reports the form of the graph, how the iteration ended, and whether vectors
 * were given.
 */
void pagerank_tell(struct cmd *cmd, const struct pagerank_options *options,
		   const struct sp_pagerank_report *report);

#endif
