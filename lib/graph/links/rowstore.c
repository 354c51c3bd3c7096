/* SPDX-License-Identifier: MIT */
/*
 * Rows are encoded as they come, and the blocks kept until the number of pages
 * is known: an importer may learn it from the last line.  So links are held
 * once, in 4 to 5 bits each, and not as numbers.
 *
 *	rows -> builder -> pieces of 8 MiB -> graph
 *
 * The pieces are a list and not one array: growing an array of gigabytes copies
 * it, and needs both copies for a while.  Moving them into the graph at the end
 * frees each as soon as it is copied.
 *
 * The builder is begun with the largest number of pages that there can be,
 * since a block does not depend on it, and begun again with the true one before
 * its end, which fills up pages without rows.
 *
 * Rows can leave again (sp_rowstore_walk) if their numbers turn out to need
 * another order or other numbers: they are read from an incomplete graph that
 * claims every page there can be.
 */
#include "graph/links/rowstore.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "graph/builder.h"
#include "graph/codec.h"
#include "graph/store.h"

#include <stdlib.h>
#include <string.h>

/*
 * Encoded blocks wait in pieces of this size.  A piece is freed as soon as it
 * has moved into the graph, so that there are never two complete copies.
 */
#define PIECE_SIZE SP_BUFFER((uint64_t)8 << 20, (uint64_t)64 << 10)

struct block_piece {
	struct block_piece *next;
	uint64_t used, capacity;
	uint8_t bytes[];
};

/*
 * counts.pages is the page after the last row: the number of pages is not known
 * before the end.  Weights are one array from the start, because they leave the
 * store as one, and the graph has no place for them.
 */
struct sp_rowstore {
	struct sp_builder *builder;
	struct sp_row_sink rows;
	struct block_piece *first, *last;
	struct sp_rowstore_counts counts;
	bool weighted;
	double *weights;
	uint64_t weight_count, weight_capacity;
};

/* ---- encoded blocks come in ------------------------------------------- */

static bool
rowstore_add_piece(struct sp_rowstore *store, uint64_t length)
{
	uint64_t capacity = length > PIECE_SIZE ? length : PIECE_SIZE;
	struct block_piece *piece;

	/* A small graph takes a small piece. */
	if (!store->last && length < PIECE_SIZE / 64)
		capacity = PIECE_SIZE / 64;
	piece = sp_alloc(sizeof(*piece) + capacity, 1);
	if (!piece)
		return false;
	piece->next = NULL;
	piece->used = 0;
	piece->capacity = capacity;
	if (store->last)
		store->last->next = piece;
	else
		store->first = piece;
	store->last = piece;
	return true;
}

/*
 * A block is never split between pieces; one that is larger than a piece gets a
 * piece of its own.
 */
static enum sp_status
keep_block(void *context, uint64_t first_page, const uint8_t *bytes,
	   uint64_t length, const double *weights, uint64_t links,
	   struct sp_error *err)
{
	struct sp_rowstore *store = context;
	struct block_piece *last = store->last;

	(void)first_page;
	if ((!last || last->capacity - last->used < length) &&
	    !rowstore_add_piece(store, length))
		return sp_no_memory(err, "the graph");
	memcpy(store->last->bytes + store->last->used, bytes, length);
	store->last->used += length;
	if (!weights || !links)
		return SP_OK;
	if (!sp_grow(&store->weights, &store->weight_capacity,
		     store->weight_count + links))
		return sp_no_memory(err, "the weights");
	memcpy(store->weights + store->weight_count, weights,
	       links * sizeof(*weights));
	store->weight_count += links;
	return SP_OK;
}

/* err is NULL: begin cannot fail for SP_PAGES_MAX pages. */
struct sp_rowstore *
sp_rowstore_new(int threads, bool weighted)
{
	struct sp_rowstore *store = sp_alloc_zero(1, sizeof(*store));
	struct sp_block_sink sink = { store, NULL, keep_block };

	if (!store)
		return NULL;
	store->weighted = weighted;
	store->builder = sp_builder_new(threads, &sink);
	if (!store->builder) {
		free(store);
		return NULL;
	}
	store->rows = sp_builder_rows(store->builder);
	/*
	 * A limit only: the true number of pages comes with
	 * sp_rowstore_finish().
	 */
	if (sp_rows_begin(&store->rows, SP_PAGES_MAX, NULL)) {
		sp_rowstore_free(store);
		return NULL;
	}
	return store;
}

const struct sp_rowstore_counts *
sp_rowstore_counts(const struct sp_rowstore *store)
{
	return &store->counts;
}

/* ---- rows come in ----------------------------------------------------- */

/*
 * Counted here, because graphimport reports it, and nobody would read all rows
 * again for that.  A file may have weights although the store is to have none.
 */
enum sp_status
sp_rowstore_row(struct sp_rowstore *store, const struct sp_row *row,
		struct sp_error *err)
{
	struct sp_row kept = *row;

	if (!store->weighted)
		kept.weights = NULL;
	store->counts.self_links += sp_row_contains(row, row->page);
	store->counts.links += row->count;
	store->counts.linking += row->count > 0;
	store->counts.pages = row->page + 1;
	return sp_rows_pass(&store->rows, &kept, err);
}

void
sp_rowstore_hint(struct sp_rowstore *store, unsigned hint)
{
	sp_builder_hint(store->builder, hint);
}

static enum sp_status
rowstore_sink_row(void *context, const struct sp_row *row,
		  struct sp_error *err)
{
	return sp_rowstore_row(context, row, err);
}

struct sp_row_sink
sp_rowstore_rows(struct sp_rowstore *store)
{
	return (struct sp_row_sink){ store, NULL, rowstore_sink_row };
}

/* ---- the graph goes out ----------------------------------------------- */

/*
 * Encodes what is left, then moves all pieces into graph.
 *
 * The second begin replaces the limit by the true number.
 */
static enum sp_status
move_pieces(struct sp_rowstore *store, struct sp_graph *graph,
	    struct sp_fingerprint *fingerprint, struct sp_error *err)
{
	if (sp_rows_begin(&store->rows, store->counts.pages, err) ||
	    sp_builder_finish(store->builder, fingerprint, err))
		return err->status;
	while (store->first) {
		struct block_piece *piece = store->first;
		uint8_t *room = sp_graph_room(graph, piece->used);

		if (!room)
			return sp_no_memory(err, "the graph");
		memcpy(room, piece->bytes, piece->used);
		if (sp_graph_extend(graph, piece->used, err))
			return err->status;
		store->first = piece->next;
		free(piece);
	}
	store->last = NULL;
	return SP_OK;
}

/*
 * The weights leave the store.  NULL means a graph without weights, so that a
 * weighted graph without links gets a block too.
 *
 * One block for all weights, as kernels read them beside the rows.
 */
static enum sp_status
hand_over_weights(struct sp_rowstore *store, double **weights,
		  struct sp_error *err)
{
	if (!store->weighted)
		return SP_OK;
	if (!store->weights && !(store->weights = sp_alloc(1, 1)))
		return sp_no_memory(err, "the weights");
	*weights = store->weights;
	store->weights = NULL;
	return SP_OK;
}

enum sp_status
sp_rowstore_finish(struct sp_rowstore *store, uint64_t pages,
		   struct sp_graph **graph, double **weights,
		   struct sp_error *err)
{
	struct sp_fingerprint fingerprint;
	struct sp_graph *made;
	enum sp_status status;

	*graph = NULL;
	*weights = NULL;
	store->counts.pages = pages;
	made = sp_graph_new(pages);
	if (!made)
		return sp_no_memory(err, "the graph");
	status = move_pieces(store, made, &fingerprint, err);
	if (!status)
		status = sp_graph_complete(made, &fingerprint, &fingerprint,
					   err);
	if (!status)
		status = hand_over_weights(store, weights, err);
	if (status) {
		sp_graph_free(made);
		return status;
	}
	*graph = made;
	return SP_OK;
}

/* ---- rows go out again ------------------------------------------------ */

/*
 * Hints of a block are found before its rows are passed, for those who encode
 * them again.  Unlike sp_graph_walk() it passes only rows with links, because
 * the numbers without rows are no pages here.
 */
static enum sp_status
walk_blocks(const struct sp_graph *graph, uint64_t blocks,
	    const double *weights, const struct sp_row_sink *sink,
	    uint8_t *hints, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	enum sp_status status = SP_OK;
	const uint32_t *successors;
	uint32_t page, count;

	if (!cursor)
		return sp_no_memory(err, "reading the graph");
	for (uint64_t block = 0; block < blocks && !status; block++) {
		uint64_t length;
		const uint8_t *bytes = sp_graph_block_bytes(graph, block,
							    &length);

		if (hints)
			sp_block_hints(bytes, length, SP_BLOCK_PAGES, hints);
		sp_cursor_block(cursor, block);
		while (!status && sp_cursor_next(cursor, &page, &successors,
						 &count)) {
			struct sp_row row = { page, count, successors,
					      weights };

			if (count)
				status = sp_rows_pass(sink, &row, err);
			if (weights)
				weights += count;
		}
	}
	if (!status)
		status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

enum sp_status
sp_rowstore_walk(struct sp_rowstore *store, const struct sp_row_sink *sink,
		 uint8_t *hints, struct sp_error *err)
{
	uint64_t blocks = (store->counts.pages + SP_BLOCK_PAGES - 1) /
			  SP_BLOCK_PAGES;
	struct sp_fingerprint fingerprint;
	struct sp_graph *graph;
	enum sp_status status;
	uint8_t *slack;

	/*
	 * The number of pages is not known yet, and successors may be far above
	 * the last row.  So the last block is filled up with empty rows, and
	 * the graph claims to have every page there can be: it is read only up
	 * to the blocks that it has, and the other pages cost nothing.
	 */
	store->counts.pages = blocks * SP_BLOCK_PAGES < SP_PAGES_MAX ?
			       blocks * SP_BLOCK_PAGES : SP_PAGES_MAX;
	graph = sp_graph_new(SP_PAGES_MAX);
	if (!graph)
		return sp_no_memory(err, "the graph");
	status = move_pieces(store, graph, &fingerprint, err);
	slack = status ? NULL : sp_graph_room(graph, 0);
	if (slack) {
		/*
		 * The graph is never completed, so the bytes that a decoder may
		 * read after the last record must be set here.
		 */
		memset(slack, 0, SP_DECODE_SLACK);
		status = walk_blocks(graph, blocks, store->weights, sink,
				     hints, err);
	} else if (!status) {
		status = sp_no_memory(err, "the graph");
	}
	sp_graph_free(graph);
	return status;
}

void
sp_rowstore_free(struct sp_rowstore *store)
{
	if (!store)
		return;
	while (store->first) {
		struct block_piece *piece = store->first;

		store->first = piece->next;
		free(piece);
	}
	sp_builder_free(store->builder);
	free(store->weights);
	free(store);
}
