/* SPDX-License-Identifier: MIT */
/* pagerank.h - what pagerank and pagerank-mpi have in common. */
#ifndef PAGERANK_PAGERANK_H
#define PAGERANK_PAGERANK_H

#include "vector.h"

#include "rank/pagerank.h"

enum rank_scale { SCALE_PROB, SCALE_MEAN1 };

struct pagerank_options {
	struct sp_pagerank_options how;
	enum rank_scale scale;
	struct rank_vector teleport, start;
	const char *name;
	bool strict;
	enum sp_weighing weighing;       /* not of pagerank-mpi */
	struct sp_link_weights weights;
};

#define PAGERANK_OPTIONS { \
	.how = SP_PAGERANK_DEFAULTS, .teleport = { .option = "teleport" }, \
	.start = { .option = "start" }, .name = "pagerank" }

/* Puts the rows of the options, whose variables these are, into a table. */
void pagerank_put_rows(struct pagerank_options *options,
		       struct option_row *to);

/*
 * Makes *ranks, to be freed by the caller, and sets them to where the
 * iteration starts: --start, else --teleport, else the same rank for each page.
 * share is NULL, or that which this process has of the graph; ranks and
 * vectors are by local page then.  A failure is in cmd->err.
 */
enum sp_status pagerank_start(struct cmd *cmd,
			      const struct pagerank_options *options,
			      const struct sp_graph *graph,
			      const struct sp_share *share, double **ranks);

/*
 * Ranks the graph, on the scale that is wanted.  With a share, all processes
 * call this together, and checkpoint may say where to go on (rank/pagerank.h).
 */
enum sp_status pagerank_rank(struct cmd *cmd,
			     const struct pagerank_options *options,
			     const struct sp_graph *graph,
			     struct sp_share *share,
			     const struct sp_rank_checkpoint *checkpoint,
			     double *ranks, struct sp_pagerank_report *report);

/*
 * Reports the form of the graph, how the iteration ended, and whether vectors
 * were given.
 */
void pagerank_tell(struct cmd *cmd, const struct pagerank_options *options,
		   const struct sp_pagerank_report *report);

/*
 * The status of a run whose ranks have been written: --strict changes nothing
 * else.
 */
enum sp_status pagerank_verdict(struct cmd *cmd,
				const struct pagerank_options *options,
				const struct sp_pagerank_report *report);

#endif
