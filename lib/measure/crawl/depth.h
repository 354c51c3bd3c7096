/* SPDX-License-Identifier: MIT */
/*
 * depth.h - pages and their scores by depth (seedpipe-algorithms(7), 8.4;
 * Daneshpajouh, Nasiri and Ghodsi, 2008).
 *
 * The depth of a page is its distance from the nearest seed, plus 1.  An order
 * also records depths: there a page may have been found by a longer path first,
 * and pages that the crawl did not download are missing.
 */
#ifndef SP_MEASURE_CRAWL_DEPTH_H
#define SP_MEASURE_CRAWL_DEPTH_H

#include "graph/graph.h"
#include "graph/orders.h"

/* The pages of one depth. */
struct sp_depth {
	uint64_t pages;          /* 0: the means are 0 */
	double log10_pages;
	double mean;             /* of their scores */
	double cumulative_mean;  /* of the scores down to this depth */
};

/*
 * Computes a row for each depth by a breadth-first search of its own from all
 * pages in seeds, a bitset, to which it adds the pages that it reaches: *depths
 * has *count rows, and the caller frees it with free().  score has a value for
 * each page of the graph.  Takes 4 bytes per page while it works.  Returns
 * SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_depths(const struct sp_graph *graph, uint64_t *seeds,
			 int threads, const double *score,
			 struct sp_depth **depths, uint64_t *count,
			 struct sp_error *err);

/*
 * The same for the depths that the order recorded.  pages: of the graph; score
 * has a value for each of them, and scores are added in the order of the crawl.
 * Takes 32 bytes for each depth, also for those that no download has.  Returns
 * SP_DATA if the order has no depths, or a depth of 0 or above the number of
 * pages; SP_MEMORY.
 */
enum sp_status sp_depths_recorded(const struct sp_order *order,
				  uint64_t pages, const double *score,
				  struct sp_depth **depths, uint64_t *count,
				  struct sp_error *err);

#endif
