/* SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include "base/memory.h"
#include "graph/store.h"

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

enum sp_status
sp_graph_verify_blocks(const struct sp_graph *graph, uint64_t first,
		       uint64_t last, int threads, struct sp_error *err)
{
	enum sp_status status = SP_OK;

#pragma omp parallel num_threads(threads)
	{
		struct sp_cursor *cursor = sp_cursor_new(graph);
		enum sp_status own;
		struct sp_error failure;

#pragma omp for schedule(dynamic, 16)
		for (uint64_t block = first; block < last; block++) {
			/* No thread can leave a loop of OpenMP. */
			if (cursor)
				verify_block(graph, cursor, block);
		}
		own = cursor ? sp_cursor_status(cursor, &failure) :
			       sp_no_memory(&failure, "a list of links");
		/*
		 * The smallest, so that it does not depend on timing; all
		 * failures of a status have the same text, or, of SP_DATA,
		 * exclude each other: the last sum needs all blocks.
		 */
#pragma omp critical(sp_verify_result)
		if (own && (!status || own < status)) {
			status = own;
			*err = failure;
		}
		sp_cursor_free(cursor);
	}
	return status;
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
