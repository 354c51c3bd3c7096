/* SPDX-License-Identifier: MIT */
/*
 * partial.h - how well the PageRank of what a crawl has seen agrees with that
 * of the whole graph (seedpipe-algorithms(7), 8.5; Boldi, Santini and Vigna,
 * 2004).
 *
 * After t downloads a crawl has seen the pages it has downloaded, the pages
 * they link to, and the seeds; it knows the links of downloaded pages only.
 * The PageRank of that graph is compared with a benchmark by Kendall's tau.
 */
#ifndef SP_MEASURE_CRAWL_PARTIAL_H
#define SP_MEASURE_CRAWL_PARTIAL_H

#include "graph/orders.h"
#include "measure/crawl/tau.h"
#include "rank/pagerank.h"

struct sp_partial {
	uint64_t downloads; /* t; all, if there are fewer */
	bool done;          /* compare the downloaded pages only */
	unsigned digits;    /* to round ranks to, see sp_hotrank_make() */
	struct sp_pagerank_options pagerank;
};

/*
 * Compares the ranks after how->downloads with benchmark, which has a value
 * for each page.  *converged receives whether PageRank converged.  Takes about
 * 41 bytes per page while it works.  Returns SP_DATA if the graph is damaged
 * or the order is not of its pages; SP_MEMORY.
 */
enum sp_status sp_partial_tau(const struct sp_graph *graph,
			      const struct sp_order *order,
			      const double *benchmark,
			      const struct sp_partial *how,
			      struct sp_tau *tau, bool *converged,
			      struct sp_error *err);

#endif
