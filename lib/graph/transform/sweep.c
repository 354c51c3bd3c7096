/* SPDX-License-Identifier: MIT */
/*
 * A sweep turns each row into links, in threads, and hands the links of a block
 * over in the order of the blocks. graph/batch.h bounds how many blocks are in
 * memory at once; what a sweep adds is the place of a row's weights, which is
 * counted from the headers of the blocks before it, since threads do not read
 * these.
 */
#include "graph/transform/sweep.h"

#include "base/memory.h"
#include "graph/batch.h"

#include <stdlib.h>

#define PIECE_LINKS (UINT64_C(1) << 20) /* of a batch, or a piece of a block */

/* What became of a block, or of a piece of one. */
struct swept_piece {
	struct sp_swept_link *links;
	uint64_t count, capacity;
	uint64_t rows, read;      /* of the graph */
	enum sp_status status;
	struct sp_error err;
};

struct sweep_state {
	const struct sp_sweep *sweep;
	struct swept_piece pieces[SP_BATCH_SLOTS];
};

/*
 * Sweeps the next rows of the block, until most links are read or the block
 * ends.  link is the number of the first of these links.  Runs in a thread: a
 * failure stays in the piece, since err is not shared.
 *
 * The row function may write as many links as the row has: room for these is
 * made before it is called.
 */
static void
piece_fill(const struct sp_sweep *sweep, struct sp_cursor *cursor,
	   uint64_t link, uint64_t most, struct swept_piece *piece)
{
	const uint32_t *successors;
	uint32_t page, count;

	piece->count = piece->rows = piece->read = 0;
	while (piece->read < most &&
	       sp_cursor_next(cursor, &page, &successors, &count)) {
		/*
		 * A cursor serves at most the links that headers announce, and
		 * their sum was compared with the number of weights.
		 */
		struct sp_row row = { page, count, successors,
				      sweep->weights ? sweep->weights + link +
					      piece->read : NULL };

		if (!sp_grow(&piece->links, &piece->capacity,
			     piece->count + count))
			goto no_memory;
		piece->count += sweep->row(sweep->context, &row,
					   piece->links + piece->count);
		piece->read += count;
		piece->rows++;
	}
	piece->status = sp_cursor_status(cursor, &piece->err);
	if (!piece->status && sweep->join &&
	    !sweep->join(piece->links, &piece->count))
		goto no_memory;
	return;
no_memory:
	piece->status = sp_no_memory(&piece->err, "a block of links");
}

static enum sp_status
piece_take(const struct sp_sweep *sweep, const struct swept_piece *piece,
	   struct sp_error *err)
{
	if (piece->status) {
		*err = piece->err;
		return piece->status;
	}
	return sweep->take(sweep->context, piece->links, piece->count, err);
}

static void
sweep_fill(void *context, struct sp_cursor *cursor, unsigned slot,
	   uint64_t link)
{
	struct sweep_state *state = context;

	piece_fill(state->sweep, cursor, link, UINT64_MAX,
		   &state->pieces[slot]);
}

static enum sp_status
sweep_take(void *context, unsigned slot, struct sp_error *err)
{
	const struct sweep_state *state = context;

	return piece_take(state->sweep, &state->pieces[slot], err);
}

/* Sweeps a block in pieces, each of which ends with the row that fills it. */
static enum sp_status
sweep_large_block(void *context, struct sp_cursor *cursor, uint64_t block,
		  uint64_t link, struct sp_error *err)
{
	struct sweep_state *state = context;
	struct swept_piece *piece = &state->pieces[0];
	enum sp_status status;

	(void)block;
	do {
		piece_fill(state->sweep, cursor, link, PIECE_LINKS, piece);
		status = piece_take(state->sweep, piece, err);
		link += piece->read;
	} while (!status && piece->rows);
	return status;
}

static void
sweep_report(void *context, uint64_t block)
{
	const struct sp_sweep *sweep = ((struct sweep_state *)context)->sweep;
	uint64_t pages = sp_graph_pages(sweep->graph);
	uint64_t done = block * SP_BLOCK_PAGES;

	sp_progress_report(sweep->progress, done < pages ? done : pages,
			   pages);
}

enum sp_status
sp_sweep_links(const struct sp_sweep *sweep, struct sp_error *err)
{
	struct sweep_state *state = sp_alloc_zero(1, sizeof(*state));
	struct sp_batches batches = {
		sweep->graph, sweep->threads, PIECE_LINKS, state, sweep_fill,
		sweep_take, sweep_large_block, sweep_report
	};
	enum sp_status status;

	if (!state)
		return sp_no_memory(err, "a block of links");
	state->sweep = sweep;
	status = sp_batches_run(&batches, 0, sp_graph_blocks(sweep->graph),
				err);
	for (unsigned i = 0; i < SP_BATCH_SLOTS; i++)
		free(state->pieces[i].links);
	free(state);
	return status;
}
