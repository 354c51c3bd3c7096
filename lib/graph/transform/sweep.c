/* SPDX-License-Identifier: MIT */
#include "graph/transform/sweep.h"

#include "base/memory.h"

#include <stdlib.h>

#define BATCH 64 /* blocks of one parallel loop */

/*
 * Links of a batch.  The header of a block may announce any number, since a
 * copy of a list takes two bytes; a block that announces more than this is
 * swept alone, in pieces.
 */
#define BATCH_LINKS (UINT64_C(1) << 20)

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
	struct swept_piece *pieces; /* BATCH */
	uint64_t block;             /* the next */
	uint64_t link;              /* the first of this block */
};

/*
 * Sweeps the next rows of the block, until most links are read or the block
 * ends.  link is the number of the first of these links.  Runs in a thread: a
 * failure stays in the piece, since err is not shared.
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

/* Sweeps a block in pieces, each of which ends with the row that fills it. */
static enum sp_status
sweep_large_block(struct sweep_state *state, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(state->sweep->graph);
	struct swept_piece *piece = &state->pieces[0];
	uint64_t link = state->link;
	enum sp_status status;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	sp_cursor_block(cursor, state->block);
	do {
		piece_fill(state->sweep, cursor, link, BATCH_LINKS, piece);
		status = piece_take(state->sweep, piece, err);
		link += piece->read;
	} while (!status && piece->rows);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
sweep_blocks(struct sweep_state *state, const uint64_t *links,
	     uint64_t count, struct sp_error *err)
{
	const struct sp_sweep *sweep = state->sweep;
	bool no_memory = false;

#pragma omp parallel num_threads(sweep->threads) reduction(||: no_memory)
	{
		struct sp_cursor *cursor = sp_cursor_new(sweep->graph);

#pragma omp for schedule(dynamic)
		for (uint64_t i = 0; i < count; i++) {
			/* No thread can leave a loop of OpenMP. */
			if (!cursor)
				continue;
			sp_cursor_block(cursor, state->block + i);
			piece_fill(sweep, cursor, links[i], UINT64_MAX,
				   &state->pieces[i]);
		}
		no_memory = !cursor;
		sp_cursor_free(cursor);
	}
	if (no_memory)
		return sp_no_memory(err, "a list of links");
	/* In order, so the error is that of the first bad block, always. */
	for (uint64_t i = 0; i < count; i++)
		if (piece_take(sweep, &state->pieces[i], err))
			return err->status;
	return SP_OK;
}

/*
 * Sweeps the next blocks that are a batch together, or the next one if it is
 * too large for that.
 */
static enum sp_status
sweep_batch(struct sweep_state *state, struct sp_error *err)
{
	const struct sp_graph *graph = state->sweep->graph;
	uint64_t blocks = sp_graph_blocks(graph), count = 0, sum = 0;
	uint64_t links[BATCH];
	enum sp_status status;

	while (count < BATCH && state->block + count < blocks) {
		uint64_t more = sp_graph_block_links(graph,
						     state->block + count);

		if (more > BATCH_LINKS - sum)
			break;
		links[count++] = state->link + sum;
		sum += more;
	}
	if (count) {
		status = sweep_blocks(state, links, count, err);
	} else {
		sum = sp_graph_block_links(graph, state->block);
		count = 1;
		status = sweep_large_block(state, err);
	}
	state->block += count;
	state->link += sum;
	return status;
}

enum sp_status
sp_sweep_links(const struct sp_sweep *sweep, struct sp_error *err)
{
	struct sweep_state state = { .sweep = sweep };
	uint64_t pages = sp_graph_pages(sweep->graph), done;
	enum sp_status status = SP_OK;

	state.pieces = sp_alloc_zero(BATCH, sizeof(*state.pieces));
	if (!state.pieces)
		return sp_no_memory(err, "a block of links");
	while (!status && state.block < sp_graph_blocks(sweep->graph)) {
		status = sweep_batch(&state, err);
		done = state.block * SP_BLOCK_PAGES;
		sp_progress_report(sweep->progress, done < pages ? done :
				   pages, pages);
	}
	for (unsigned i = 0; i < BATCH; i++)
		free(state.pieces[i].links);
	free(state.pieces);
	return status;
}
