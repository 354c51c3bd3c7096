/* SPDX-License-Identifier: MIT */
/*
 * visit.h - one pass over all lists of links, by several threads.
 */
#ifndef SP_GRAPH_VISIT_H
#define SP_GRAPH_VISIT_H

#include "base/progress.h"
#include "graph/graph.h"

/*
 * Reads the blocks from first to last - 1 by a cursor of its thread, which is
 * set to them.  Threads call it at once and in any order.
 */
typedef enum sp_status sp_range_visitor(void *context, struct sp_cursor *cursor,
					uint64_t first, uint64_t last,
					struct sp_error *err);

#define SP_VISIT_BLOCKS 16 /* that a range has; the last may have fewer */

/*
 * Calls visitor for ranges of blocks that together are those from first to last
 * - 1, with threads (at least 1).  Range i begins with block first + i *
 * SP_VISIT_BLOCKS.  After a failure, ranges are left out.  Returns the smallest
 * status of any range, so that timing does not matter: SP_DATA if the graph is
 * damaged, for which the visitor need not look; SP_MEMORY; what visitor
 * returned.
 */
enum sp_status sp_visit_ranges(const struct sp_graph *graph, uint64_t first,
			       uint64_t last, int threads,
			       sp_range_visitor *visitor, void *context,
			       struct sp_error *err);

/*
 * Gets the links of a page.  Threads call it at once and in any order, so what
 * it leaves must not depend on the order.
 */
typedef void sp_list_visitor(void *context, uint32_t page,
			     const uint32_t *successors, uint32_t count);

/* Calls visitor for what the cursor has left, for a sp_range_visitor. */
static inline void
sp_visit_rows(struct sp_cursor *cursor, sp_list_visitor *visitor, void *context)
{
	const uint32_t *successors;
	uint32_t page, count;

	while (sp_cursor_next(cursor, &page, &successors, &count))
		visitor(context, page, successors, count);
}

/*
 * Calls visitor for every page, also for those without links, with threads (at
 * least 1).  Reports blocks to progress, which may be NULL.  SP_DATA if the
 * graph is damaged, after pages that have been visited; SP_MEMORY.
 */
enum sp_status sp_visit_lists(const struct sp_graph *graph, int threads,
			      const struct sp_progress *progress,
			      sp_list_visitor *visitor, void *context,
			      struct sp_error *err);

/*
 * Passes every page, in order, with its links and their weights, unless weights
 * is NULL, to the sink, after calling its begin, in this thread.  Reports pages
 * to progress, which may be NULL.  SP_DATA if the graph is damaged; SP_MEMORY;
 * the status of the sink.
 */
enum sp_status sp_graph_walk(const struct sp_graph *graph,
			     const double *weights,
			     const struct sp_progress *progress,
			     const struct sp_row_sink *sink,
			     struct sp_error *err);

/*
 * Counts the links to each page in one pass, as sp_visit_inlinks() of
 * graph/crossing.h.  in_degree is an array of sp_graph_pages() numbers, 0 at
 * the start.  Fails as above.
 */
enum sp_status sp_count_inlinks(const struct sp_graph *graph, int threads,
				uint32_t *in_degree, struct sp_error *err);

/* Sets out_degree[page] to the links of each page, in the same way. */
enum sp_status sp_count_outlinks(const struct sp_graph *graph, int threads,
				 uint32_t *out_degree, struct sp_error *err);

#endif
