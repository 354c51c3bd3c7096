/* SPDX-License-Identifier: MIT */
/*
 * depth.h - the pages of a crawl by their depth (seedpipe-algorithms(7), 8.4;
 * Daneshpajouh, Nasiri and Ghodsi, 2008).
 *
 * The depths are those of the order.  In a breadth-first order they are the
 * distances from the nearest seed, plus 1; in another one a page may have
 * been found on a longer way first.
 */
#ifndef SP_EVAL_DEPTH_H
#define SP_EVAL_DEPTH_H

#include "graph/orders.h"

/* The pages of one depth. */
struct sp_depth {
	uint64_t pages;          /* 0 where the order has none: no means */
	double log10_pages;
	double mean;             /* of their scores */
	double cumulative_mean;  /* of the scores down to this depth */
};

/*
 * Writes a row for each depth from 1 to the largest: *depths, for free(), and
 * *count.  Scores are added in the order of the crawl.  The pages of order
 * are smaller than the length of score.  SP_DATA when the order has no depths
 * or one that cannot be (0, or more than there are downloads); SP_MEMORY.
 */
enum sp_status sp_depths(const struct sp_order *order, const double *score,
			 struct sp_depth **depths, uint64_t *count,
			 struct sp_error *err) SP_MUST_CHECK;

#endif
