/* SPDX-License-Identifier: MIT */
/*
 * batch.h - blocks of a graph worked on by several threads, with results that
 * are taken in the order of the blocks.
 *
 * A batch is as many blocks as have a bounded number of links together.  Each
 * is filled into a slot of its own, by any thread; then the slots are taken one
 * after the other by the caller's thread.  So the result does not depend on the
 * number of threads, and memory is bounded by the links of a batch, whatever
 * the blocks hold.
 */
#ifndef SP_GRAPH_BATCH_H
#define SP_GRAPH_BATCH_H

#include "graph/graph.h"

#define SP_BATCH_SLOTS 64 /* blocks of a batch, at most */

struct sp_batches {
	const struct sp_graph *graph;
	int threads;         /* at least 1 */
	uint64_t most_links; /* of a batch */
	void *context;

	/*
	 * Fills a slot with the block that the cursor is at; link is how many
	 * links the blocks before it have, from the first block on.  Runs in a
	 * thread, so a failure stays in the slot.
	 */
	void (*fill)(void *context, struct sp_cursor *cursor, unsigned slot,
		     uint64_t link);

	/* Takes a slot, or reports the failure in it. */
	enum sp_status (*take)(void *context, unsigned slot,
			       struct sp_error *err);

	/*
	 * Does both for a block that has more than most_links alone, piece by
	 * piece, in any slots.  The cursor is at the block.
	 */
	enum sp_status (*large)(void *context, struct sp_cursor *cursor,
				uint64_t block, uint64_t link,
				struct sp_error *err);

	/* Called after each batch with the block that follows it; or NULL. */
	void (*done)(void *context, uint64_t block);
};

/*
 * Works on the blocks from first to last - 1, which have arrived.  Returns
 * SP_MEMORY, or what take or large returned first, in the order of the blocks.
 */
enum sp_status sp_batches_run(const struct sp_batches *batches, uint64_t first,
			      uint64_t last, struct sp_error *err);

#endif
