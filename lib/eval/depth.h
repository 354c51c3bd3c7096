/* SPDX-License-Identifier: MIT */
/*
 * depth.h - the pages of a crawl by their depth (seedpipe-algorithms(7), 8.4;
 * Daneshpajouh, Nasiri and Ghodsi, 2008).
 *
 * The depths are those that the order recorded.  In a breadth-first order they
 * are distances from the nearest seed, plus 1; in other orders a page may have
 * been found by a longer path first.
 */
#ifndef SP_EVAL_DEPTH_H
#define SP_EVAL_DEPTH_H

#include "graph/orders.h"

/* The pages of one depth. */
struct sp_depth {
	uint64_t pages;          /* 0: the means are 0 */
	double log10_pages;
	double mean;             /* of their scores */
	double cumulative_mean;  /* of the scores down to this depth */
};

/*
 * Computes a row for each depth from 1 to the largest: *depths has *count
 * rows, and the caller frees it with free().  score has a value for every page
 * of the order; scores are added in the order of the crawl.  Returns SP_DATA
 * if the order has no depths, or a depth of 0 or above the number of
 * downloads; SP_MEMORY.
 */
enum sp_status sp_depths(const struct sp_order *order, const double *score,
			 struct sp_depth **depths, uint64_t *count,
			 struct sp_error *err) SP_MUST_CHECK;

#endif
