/* SPDX-License-Identifier: MIT */
/*
 * linksums.h - sums over the links to each page, again and again.
 *
 * Sums are in the order of rank/sum.h, with SP_RANK_PARTS parts, so that any
 * number of threads makes the same bits; no more threads than parts help.
 * Takes 8 bytes a page and part.  Private to this folder.
 */
#ifndef SP_MEASURE_RANKS_LINKSUMS_H
#define SP_MEASURE_RANKS_LINKSUMS_H

#include "measure/ranks/methods.h"
#include "rank/sum.h"

struct sp_linksums {
	const struct sp_graph *graph;
	const struct sp_link_weights *weights; /* or NULL */
	int threads;
	double *parts[SP_RANK_PARTS];          /* 0 between sums */
	struct sp_cursor *cursors[SP_RANK_PARTS];
};

/* SP_MEMORY; can be freed then, too. */
enum sp_status sp_linksums_begin(struct sp_linksums *adder,
				 const struct sp_rank_input *input,
				 struct sp_error *err);
void sp_linksums_free(struct sp_linksums *adder);

/*
 * Sets the sum of each page to that of the values of the pages that link to it,
 * each times the weight of the link; values NULL stands for 1.  SP_DATA.
 */
enum sp_status sp_linksums_sum(struct sp_linksums *adder, const double *values,
			       double *sums, struct sp_error *err);

#endif
