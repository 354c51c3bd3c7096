/* SPDX-License-Identifier: MIT */
/*
 * Links are removed while the graph passes: the reader's blocks are shown to
 * the pruner (a visitor), decoded, pruned and encoded by threads in one go, and
 * written as frames.  Memory is a batch of blocks, whatever the size of the
 * graph; only the weights, which follow the graph, need a bit for each link to
 * be known by then.
 *
 * Pruning and encoding by the same thread saves a copy of each row to a
 * builder, and a second round of threads.
 *
 * The same code writes a range of a graph for processes that share the work:
 * pages get other numbers on their way then, and head and tail are written by
 * one of them.
 */
#include "stream/section/prune.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/batch.h"
#include "graph/codec.h"

#include <stdlib.h>
#include <string.h>

#define PIECE_LINKS (UINT64_C(1) << 22) /* of a batch, or a piece of a block */

/*
 * The pruned rows of one block, or of a piece of one.  Threads prune and
 * encode the blocks of a batch, each into buffers of its own.
 */
struct pruned_block {
	uint32_t *kept;
	uint64_t capacity, used;
	uint64_t ends[SP_BLOCK_PAGES];
	uint64_t first_page;
	uint32_t rows;
	uint64_t checksum;       /* of the rows that are left */
	uint8_t *bytes;          /* of the encoded block */
	uint64_t bytes_capacity, length;
	uint8_t *stays;          /* a byte a link, when links have weights */
	uint64_t stays_capacity, links;
	enum sp_status status;
	struct sp_error err;
};

struct sp_pruner {
	struct sp_writer *writer;
	int threads;
	struct sp_prune *prune;
	enum sp_status (*prepare)(void *context, uint64_t pages,
				  struct sp_error *err);
	void *context;
	const struct sp_pruned_range *range; /* or NULL */
	struct sp_graph_writer *graph;
	struct pruned_block blocks[SP_BATCH_SLOTS];
	bool weighted;
	uint64_t *kept_bits;     /* a bit for each link of the input */
	uint64_t bits_capacity;
	uint64_t links_in, links_out, weights_in;
	struct sp_basis basis;
	struct sp_section weights;
	bool weights_begun;
};

struct sp_pruner *
sp_pruner_new(struct sp_writer *writer, int threads, struct sp_prune *prune,
	      enum sp_status (*prepare)(void *context, uint64_t pages,
					struct sp_error *err),
	      void *context)
{
	struct sp_pruner *pruner = sp_alloc_zero(1, sizeof(*pruner));

	if (!pruner)
		return NULL;
	pruner->writer = writer;
	pruner->threads = threads;
	pruner->prune = prune;
	pruner->prepare = prepare;
	pruner->context = context;
	return pruner;
}

void
sp_pruner_free(struct sp_pruner *pruner)
{
	if (!pruner)
		return;
	for (unsigned i = 0; i < SP_BATCH_SLOTS; i++) {
		free(pruner->blocks[i].kept);
		free(pruner->blocks[i].bytes);
		free(pruner->blocks[i].stays);
	}
	free(pruner->kept_bits);
	sp_section_free(&pruner->weights);
	sp_graph_writer_free(pruner->graph);
	free(pruner);
}

void
sp_pruner_counts(const struct sp_pruner *pruner, uint64_t *links_in,
		 uint64_t *links_out)
{
	*links_in = pruner->links_in;
	*links_out = pruner->links_out;
}

/* ---- the graph -------------------------------------------------------- */

static enum sp_status
pruner_begin(void *context, uint64_t pages, bool weighted, struct sp_error *err)
{
	struct sp_pruner *pruner = context;

	/* First, so that nothing of the graph is written if it fails. */
	if (pruner->prepare) {
		enum sp_status status = pruner->prepare(pruner->context,
							pages, err);

		if (status)
			return status;
	}
	pruner->weighted = weighted;
	pruner->graph = sp_graph_writer_new(pruner->writer, pruner->threads,
					    weighted);
	if (!pruner->graph)
		return sp_no_memory(err, "the graph");
	sp_graph_writer_leave_weights(pruner->graph);
	return sp_graph_writer_begin(pruner->graph, pages, err);
}

/*
 * Notes which links of a row stay: kept is a subsequence of successors.
 *
 * One byte a link here and a bit later: threads of different blocks may not
 * share words of a bit set.
 */
static bool
pruned_note_stays(struct pruned_block *to, const uint32_t *successors,
		  uint32_t count, const uint32_t *kept, uint32_t kept_count)
{
	uint32_t next = 0;

	if (!sp_grow(&to->stays, &to->stays_capacity, to->links + count))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		bool stays = next < kept_count && kept[next] == successors[i];

		to->stays[to->links + i] = stays;
		next += stays;
	}
	return true;
}

/* The number of a page, which may be of a range, as it is written. */
static inline uint32_t
prune_number_of(const struct sp_pruned_range *range, uint32_t page)
{
	return range ? (uint32_t)range->number(range->context, page) : page;
}

/*
 * Prunes the next rows of the block, until they have most links or the block
 * ends.  Runs in a thread: the failure stays in to, since err is not shared.
 *
 * Ends after the row that reaches most, so a piece has at least one row.
 */
static void
pruned_fill(const struct sp_pruner *pruner, struct sp_cursor *cursor,
	    uint64_t most, struct pruned_block *to)
{
	const struct sp_pruned_range *range = pruner->range;
	struct sp_prune_run run = { 0 };
	const uint32_t *successors;
	uint32_t page, count;

	to->used = to->links = to->checksum = 0;
	to->rows = 0;
	while (to->links < most &&
	       sp_cursor_next(cursor, &page, &successors, &count)) {
		uint32_t kept;

		if (!to->rows)
			to->first_page = prune_number_of(range, page);
		if (!sp_grow(&to->kept, &to->capacity, to->used + count))
			goto no_memory;
		kept = sp_prune_row(pruner->prune, &run, page, successors,
				    count, to->kept + to->used);
		if (pruner->weighted &&
		    !pruned_note_stays(to, successors, count,
				       to->kept + to->used, kept))
			goto no_memory;
		for (uint32_t i = 0; range && i < kept; i++)
			to->kept[to->used + i] =
				prune_number_of(range, to->kept[to->used + i]);
		to->checksum += sp_fingerprint_row(prune_number_of(range, page),
						   to->kept + to->used, kept);
		to->used += kept;
		to->links += count;
		to->ends[to->rows++] = to->used;
	}
	to->status = sp_cursor_status(cursor, &to->err);
	return;
no_memory:
	to->status = sp_no_memory(&to->err, "a block of links");
}

/*
 * Weights come after the whole graph, so it must be known by then which links
 * stayed: a bit for each.
 *
 * Grows with the links that have come, not with what the head says.
 */
static enum sp_status
pruner_note_bits(struct sp_pruner *pruner, const struct pruned_block *from,
		 struct sp_error *err)
{
	uint64_t words = sp_bitset_words(pruner->links_in + from->links);
	uint64_t old = pruner->bits_capacity;

	if (!sp_grow(&pruner->kept_bits, &pruner->bits_capacity, words))
		return sp_no_memory(err, "the weights of links");
	/* sp_grow() leaves what it adds undefined. */
	for (uint64_t i = old; i < pruner->bits_capacity; i++)
		pruner->kept_bits[i] = 0;
	for (uint64_t i = 0; i < from->links; i++)
		if (from->stays[i])
			sp_bit_set(pruner->kept_bits, pruner->links_in + i);
	return SP_OK;
}

/* Prunes and encodes the whole block that the cursor is at; in a thread. */
static void
pruner_fill(void *context, struct sp_cursor *cursor, unsigned slot,
	    uint64_t link)
{
	struct sp_pruner *pruner = context;
	struct pruned_block *to = &pruner->blocks[slot];
	struct sp_block_rows rows;

	(void)link;
	pruned_fill(pruner, cursor, UINT64_MAX, to);
	if (to->status)
		return;
	rows = (struct sp_block_rows){ to->first_page, to->rows, to->ends,
				       to->kept };
	to->status = sp_block_encode(&rows, &to->bytes, &to->bytes_capacity,
				     &to->length, &to->err);
}

/* Counts the links of a block or piece, and notes which of them stay. */
static enum sp_status
pruner_count(struct sp_pruner *pruner, const struct pruned_block *from,
	     struct sp_error *err)
{
	if (from->status) {
		*err = from->err;
		return from->status;
	}
	if (pruner->weighted && pruner_note_bits(pruner, from, err))
		return err->status;
	pruner->links_in += from->links;
	pruner->links_out += from->used;
	return SP_OK;
}

static enum sp_status
pruner_give_block(void *context, unsigned slot, struct sp_error *err)
{
	struct sp_pruner *pruner = context;
	const struct pruned_block *from = &pruner->blocks[slot];
	enum sp_status status = pruner_count(pruner, from, err);

	return status ? status :
			sp_graph_writer_block(pruner->graph, from->bytes,
					      from->length, from->used,
					      from->checksum, err);
}

/* Adds the rows of a piece to the block that is encoded row by row. */
static enum sp_status
pruner_give_piece(struct sp_pruner *pruner, const struct pruned_block *piece,
		  struct sp_block_stream *block, struct sp_error *err)
{
	enum sp_status status = pruner_count(pruner, piece, err);
	uint64_t start = 0;

	for (uint32_t i = 0; !status && i < piece->rows; i++) {
		status = sp_block_stream_add(block, piece->kept + start,
					     piece->ends[i] - start, err);
		start = piece->ends[i];
	}
	return status;
}

/*
 * Prunes a block in pieces, each of which ends with the row that fills it.
 *
 * The last piece has no rows, by which the end of the block shows.
 */
static enum sp_status
pruner_pieces(struct sp_pruner *pruner, struct sp_cursor *cursor,
	      struct sp_block_stream *block, struct sp_error *err)
{
	struct pruned_block *piece = &pruner->blocks[0];
	uint64_t links = 0, checksum = 0, length;
	const uint8_t *bytes;
	enum sp_status status;

	do {
		pruned_fill(pruner, cursor, PIECE_LINKS, piece);
		status = pruner_give_piece(pruner, piece, block, err);
		links += piece->used;
		checksum += piece->checksum;
	} while (!status && piece->rows);
	if (status)
		return status;
	bytes = sp_block_stream_end(block, &length);
	return sp_graph_writer_block(pruner->graph, bytes, length, links,
				     checksum, err);
}

static enum sp_status
pruner_large_block(void *context, struct sp_cursor *cursor, uint64_t block,
		   uint64_t link, struct sp_error *err)
{
	struct sp_pruner *pruner = context;
	struct sp_block_stream *stream = sp_block_stream_new(prune_number_of(
		pruner->range, (uint32_t)(block * SP_BLOCK_PAGES)));
	enum sp_status status;

	(void)link;
	status = stream ? pruner_pieces(pruner, cursor, stream, err) :
			  sp_no_memory(err, "a block of links");
	sp_block_stream_free(stream);
	return status;
}

static enum sp_status
pruner_blocks(void *context, const struct sp_graph *graph, uint64_t first,
	      uint64_t last, struct sp_error *err)
{
	struct sp_pruner *pruner = context;
	struct sp_batches batches = {
		graph, pruner->threads, PIECE_LINKS, pruner, pruner_fill,
		pruner_give_block, pruner_large_block, NULL
	};

	return sp_batches_run(&batches, first, last, err);
}

/* The origin is passed on: a graph pruned twice has that of the first. */
static enum sp_status
pruner_end(void *context, const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_pruner *pruner = context;

	return sp_graph_writer_finish(pruner->graph, &basis->origin,
				      &pruner->basis, err);
}

/* ---- the weights ------------------------------------------------------ */

static enum sp_status
pruner_begin_weights(struct sp_pruner *pruner, struct sp_error *err)
{
	if (pruner->weights_begun)
		return SP_OK;
	pruner->weights_begun = true;
	return sp_save_weights_begin(&pruner->weights, pruner->writer,
				     &pruner->basis, err);
}

/*
 * Weights of frames are not aligned with blocks: a running number of links
 * finds the bit of each.
 */
static enum sp_status
pruner_weights(void *context, const double *values, uint64_t count,
	       struct sp_error *err)
{
	struct sp_pruner *pruner = context;
	enum sp_status status = pruner_begin_weights(pruner, err);

	/* Keeps the bits below in range; too few are refused at the tail. */
	if (!status && count > pruner->links_in - pruner->weights_in)
		return sp_fail(err, SP_DATA, "more weights than links");
	for (uint64_t i = 0; !status && i < count; i++) {
		uint64_t link = pruner->weights_in + i;

		if (sp_bit_test(pruner->kept_bits, link))
			status = sp_save_doubles(&pruner->weights, values + i,
						 1, err);
	}
	pruner->weights_in += count;
	return status;
}

static enum sp_status
pruner_weights_end(void *context, struct sp_error *err)
{
	struct sp_pruner *pruner = context;

	/* Not begun yet if the graph has no links. */
	enum sp_status status = sp_section_close(
		&pruner->weights, pruner_begin_weights(pruner, err), err);

	/* Weights that are repeated replace these: in the output, too. */
	pruner->weights_begun = false;
	pruner->weights_in = 0;
	return status;
}

struct sp_graph_visitor
sp_pruner_visitor(struct sp_pruner *pruner)
{
	return (struct sp_graph_visitor){
		pruner, pruner_begin, pruner_blocks, pruner_end,
		pruner_weights, pruner_weights_end
	};
}

enum sp_status
sp_pruner_graph(struct sp_pruner *pruner, const struct sp_graph *graph,
		struct sp_error *err)
{
	struct sp_basis basis = sp_basis_of(graph);
	enum sp_status status = pruner_begin(pruner, sp_graph_pages(graph),
					     false, err);

	if (!status)
		status = pruner_blocks(pruner, graph, 0,
				       sp_graph_blocks(graph), err);
	return status ? status : pruner_end(pruner, &basis, err);
}

/* Frames of the section of which other pruners write others. */
static enum sp_status
range_begin(struct sp_pruner *pruner, const struct sp_pruned_range *range,
	    struct sp_error *err)
{
	if (range->head)
		return pruner_begin(pruner, range->pages, false, err);
	pruner->graph = sp_graph_writer_new(pruner->writer, pruner->threads,
					    false);
	if (!pruner->graph)
		return sp_no_memory(err, "the graph");
	sp_graph_writer_resume(pruner->graph, range->pages, range->page);
	return SP_OK;
}

enum sp_status
sp_pruner_range(struct sp_pruner *pruner, const struct sp_pruned_range *range,
		struct sp_fingerprint *written, struct sp_error *err)
{
	enum sp_status status = range_begin(pruner, range, err);

	pruner->range = range;
	if (!status)
		status = pruner_blocks(pruner, range->graph, range->first,
				       range->end, err);
	pruner->range = NULL;
	return status ? status :
			sp_graph_writer_leave(pruner->graph, written, err);
}
