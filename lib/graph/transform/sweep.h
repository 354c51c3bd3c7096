/* SPDX-License-Identifier: MIT */
/*
 * sweep.h - one pass over the links of a graph that makes other links of them.
 *
 * Threads decode the blocks of a batch and turn each row into links; then the
 * links are taken in the order of the pages.  So what is taken depends neither
 * on threads nor on time, and memory holds the links of a batch, at most 16 MB,
 * or those of one page if it has more.
 */
#ifndef SP_GRAPH_TRANSFORM_SWEEP_H
#define SP_GRAPH_TRANSFORM_SWEEP_H

#include "base/progress.h"
#include "graph/graph.h"

struct sp_swept_link {
	uint32_t source, target;
	double weight;          /* 1 where links have none */
};

struct sp_sweep {
	const struct sp_graph *graph;
	const double *weights;  /* one a link of the graph, or NULL */
	int threads;            /* at least 1 */
	const struct sp_progress *progress; /* of pages, or NULL */

	void *context;          /* of the functions below */
	/*
	 * Makes links of a row and returns their number: at most row->count.
	 * Called by several threads at once.
	 */
	uint32_t (*row)(const void *context, const struct sp_row *row,
			struct sp_swept_link *links);
	/*
	 * Replaces the links of some pages by fewer, or NULL.  Which pages come
	 * together depends on the graph alone.  Called by several threads at
	 * once.  Returns false if memory is short.
	 */
	bool (*join)(struct sp_swept_link *links, uint64_t *count);
	/* Takes the next links.  What it returns ends the pass. */
	enum sp_status (*take)(void *context,
			       const struct sp_swept_link *links,
			       uint64_t count, struct sp_error *err);
};

/*
 * Makes the pass.  Returns SP_DATA if the graph is damaged; SP_MEMORY; or what
 * take returned.
 */
enum sp_status sp_sweep_links(const struct sp_sweep *sweep,
			      struct sp_error *err);

#endif
