/* SPDX-License-Identifier: MIT */
/*
 * A graph that came from a stream has a fingerprint, a sum of hashes of its
 * rows.  Cursors add up the hashes of what they decode the first time, so most
 * filters verify a graph without doing anything for it.  Those that never read
 * whole blocks call sp_graph_verify() first.
 */
#include "graph/graph.h"

#include "graph/store.h"
#include "graph/visit.h"

/* Reads a block for the sake of its sum. */
static void
verify_block(const struct sp_graph *graph, struct sp_cursor *cursor,
	     uint64_t block)
{
	struct sp_list lists[SP_LISTS];

	if (!sp_graph_wants_sum(graph, block))
		return;
	sp_cursor_block(cursor, block);
	while (sp_cursor_lists(cursor, lists))
		;
}

static enum sp_status
verify_range(void *context, struct sp_cursor *cursor, uint64_t first,
	     uint64_t last, struct sp_error *err)
{
	(void)err;
	for (uint64_t block = first; block < last; block++)
		verify_block(context, cursor, block);
	return SP_OK;
}

/*
 * All failures of a status have the same text, or, of SP_DATA, exclude each
 * other: the last sum needs all blocks.
 */
enum sp_status
sp_graph_verify_blocks(const struct sp_graph *graph, uint64_t first,
		       uint64_t last, int threads, struct sp_error *err)
{
	return sp_visit_ranges(graph, first, last, threads, verify_range,
			       (void *)graph, err);
}

enum sp_status
sp_graph_verify(const struct sp_graph *graph, int threads,
		struct sp_error *err)
{
	if (!sp_graph_wants_sums(graph))
		return SP_OK;
	return sp_graph_verify_blocks(graph, 0, sp_graph_blocks(graph),
				      threads, err);
}
