/* SPDX-License-Identifier: MIT */
/*
 * Rows are collected until there are 32 blocks of them, encoded by all threads,
 * a block each, and given to the sink in page order by the calling thread.  A
 * block is encoded without knowledge of others, so the bytes are the same with
 * any number of threads; only memory depends on the size of a batch, not on the
 * graph: 16 MiB of links, and the encoded bytes.
 *
 *	ends[i]      where the links of row i of the batch end
 *	successors   links of the batch, row after row
 *	hints[i]     which reference row i had in an earlier encoding, if any
 *
 * Two things break this simple scheme.  Pages without rows must appear as empty
 * rows, since records have no numbers.  And rows may be far larger than the
 * bytes they come from: a copy of a list takes two bytes, however long it is,
 * and 529 bytes of verified stream once took graphprune 7.7 GiB.  So a batch
 * that has more than 4 million links is encoded early, and a block that alone
 * has more than half of that is encoded row by row (sp_block_stream), from its
 * copies of the last seven rows, to the same bytes.  Ordinary graphs, with
 * 36,000 links a block, never get there.
 *
 * States of a batch: large is NULL, rows wait in the arrays; or large is set,
 * the batch is one block whose rows so far are in the stream and no longer in
 * the arrays.  Weights always wait in the array, because the sink wants them in
 * one piece with their block.
 */
#include "graph/builder.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "graph/encode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Blocks encoded together: enough that threads seldom wait for each other,
 * few enough that their rows (36,000 links a block at 35 a page) stay in a
 * second-level cache or close to it.
 */
#define BATCH_BLOCKS SP_BUFFER(32, 2)
#define BATCH_PAGES (BATCH_BLOCKS * SP_BLOCK_PAGES)

/*
 * Links of a batch, unless a single row has more: 16 MiB.  Rows may be far
 * larger than the bytes they came from, since a copy of a list takes two.  A
 * batch with more links than that is encoded with fewer blocks, and a block
 * that has more than half of it alone is encoded row by row.
 */
#define BATCH_LINKS (UINT64_C(1) << 22)

struct encoded {
	uint8_t *bytes;
	uint64_t capacity;
	uint64_t length;
	uint64_t checksum;
	struct sp_error err;
	enum sp_status status;
};

struct sp_builder {
	int threads;
	struct sp_block_sink sink;
	uint64_t pages;         /* announced */
	uint64_t first;         /* page of the batch */
	uint32_t rows;          /* of the batch */
	uint64_t *ends;         /* of BATCH_PAGES rows */
	uint32_t *successors;
	double *weights;
	uint64_t capacity, weight_capacity;
	bool weighted;
	uint8_t hint;           /* of the next row */
	uint8_t hints[BATCH_PAGES];
	uint64_t block, block_links;   /* of the last row; not more than fit */
	struct sp_block_stream *large; /* of the block at first; or NULL */
	uint64_t large_links;          /* its links so far */
	struct sp_fingerprint fingerprint;
	struct encoded blocks[BATCH_BLOCKS];
};

struct sp_builder *
sp_builder_new(int threads, const struct sp_block_sink *sink)
{
	struct sp_builder *builder = sp_alloc_zero(1, sizeof(*builder));

	if (!builder)
		return NULL;
	builder->threads = threads;
	builder->sink = *sink;
	builder->ends = sp_alloc(BATCH_PAGES, sizeof(*builder->ends));
	if (!builder->ends) {
		free(builder);
		return NULL;
	}
	return builder;
}

/* Where the rows of block k of the batch begin among its successors. */
static uint64_t
block_start(const struct sp_builder *builder, uint32_t k)
{
	return k ? builder->ends[k * SP_BLOCK_PAGES - 1] : 0;
}

/*
 * Runs in a thread: failures stay in the block, and the fingerprint of its rows
 * is added up here, where they are in the cache, and by all threads.
 */
static void
builder_encode_block(struct sp_builder *builder, uint32_t k)
{
	struct encoded *block = &builder->blocks[k];
	uint32_t first = k * SP_BLOCK_PAGES;
	uint64_t start = block_start(builder, k);
	uint64_t ends[SP_BLOCK_PAGES];
	struct sp_block_rows rows = { builder->first + first,
				      builder->rows - first, ends,
				      builder->successors + start };
	uint64_t row = 0;

	if (rows.pages > SP_BLOCK_PAGES)
		rows.pages = SP_BLOCK_PAGES;
	block->checksum = 0;
	for (uint32_t i = 0; i < rows.pages; i++) {
		ends[i] = builder->ends[first + i] - start;
		block->checksum += sp_fingerprint_row(rows.first_page + i,
						      rows.successors + row,
						      ends[i] - row);
		row = ends[i];
	}
	block->status = sp_block_encode_as(&rows, true,
					   builder->hints + first,
					   &block->bytes, &block->capacity,
					   &block->length, &block->err);
}

/*
 * Encodes the rows at hand and gives their blocks to the sink.
 *
 * All blocks are encoded before the first is passed on, so a failure of one
 * leaves the sink with a prefix that ends at a block; a failing builder is only
 * freed.
 */
static enum sp_status
flush_batch(struct sp_builder *builder, struct sp_error *err)
{
	uint32_t blocks = (builder->rows + SP_BLOCK_PAGES - 1) /
			  SP_BLOCK_PAGES;

#pragma omp parallel for num_threads(builder->threads) schedule(dynamic)
	for (uint32_t k = 0; k < blocks; k++)
		builder_encode_block(builder, k);
	for (uint32_t k = 0; k < blocks; k++) {
		struct encoded *block = &builder->blocks[k];
		uint64_t start = block_start(builder, k);
		uint32_t last = (k + 1) * SP_BLOCK_PAGES;
		enum sp_status status;

		if (last > builder->rows)
			last = builder->rows;
		if (block->status) {
			*err = block->err;
			return block->status;
		}
		status = builder->sink.block(
			builder->sink.context,
			builder->first + k * SP_BLOCK_PAGES, block->bytes,
			block->length,
			builder->weighted ? builder->weights + start : NULL,
			builder->ends[last - 1] - start, err);
		if (status)
			return status;
		builder->fingerprint.checksum += block->checksum;
	}
	builder->first += builder->rows;
	builder->rows = 0;
	return SP_OK;
}

/*
 * May be called twice: some inputs know the number of pages only at their end,
 * and begin with the largest that there can be.
 */
static enum sp_status
builder_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct sp_builder *builder = context;

	if (pages > SP_PAGES_MAX)
		return sp_fail(err, SP_DATA, "%" PRIu64 " pages: more than "
			       "%" PRIu64 " are not supported", pages,
			       SP_PAGES_MAX);
	builder->pages = pages;
	return builder->sink.begin ?
		       builder->sink.begin(builder->sink.context, pages, err) :
		       SP_OK;
}

static enum sp_status
add_weights(struct sp_builder *builder, uint64_t used,
	    const struct sp_row *row, struct sp_error *err)
{
	builder->weighted = true;
	if (!sp_grow(&builder->weights, &builder->weight_capacity,
		     used + row->count))
		return sp_no_memory(err, "a block of weights");
	/*
	 * The one place that all weights pass: a file has finite ones only,
	 * but those of equal links may have added up to infinity.
	 */
	for (uint64_t i = 0; i < row->count; i++) {
		if (!isfinite(row->weights[i]))
			return sp_fail(err, SP_DATA, "the weights of "
				       "duplicate links add up to infinity");
		builder->weights[used + i] = row->weights[i];
	}
	return SP_OK;
}

/* Links that are still held: of the batch, or of the block row by row. */
static uint64_t
batch_links(const struct sp_builder *builder)
{
	if (builder->large)
		return builder->large_links;
	return builder->rows ? builder->ends[builder->rows - 1] : 0;
}

/* ---- a block row by row ----------------------------------------------- */

/* Also called for the last block of a graph, which may have fewer rows. */
static enum sp_status
end_large_block(struct sp_builder *builder, struct sp_error *err)
{
	uint64_t length;
	const uint8_t *bytes = sp_block_stream_end(builder->large, &length);
	enum sp_status status = builder->sink.block(
		builder->sink.context, builder->first, bytes, length,
		builder->weighted ? builder->weights : NULL,
		builder->large_links, err);

	sp_block_stream_free(builder->large);
	builder->large = NULL;
	builder->first += builder->rows;
	builder->rows = 0;
	return status;
}

static enum sp_status
add_large_row(struct sp_builder *builder, const uint32_t *successors,
	      uint64_t count, struct sp_error *err)
{
	if (sp_block_stream_add(builder->large, successors, count, err))
		return err->status;
	builder->fingerprint.checksum += sp_fingerprint_row(
		builder->first + builder->rows, successors, count);
	builder->large_links += count;
	builder->rows++;
	return builder->rows < SP_BLOCK_PAGES ? SP_OK :
						end_large_block(builder, err);
}

/*
 * The rows at hand are the first ones of a block with very many links.
 *
 * The rows at hand have been copied by the time it returns: add_large_row()
 * keeps those that later rows may refer to.
 */
static enum sp_status
begin_large_block(struct sp_builder *builder, struct sp_error *err)
{
	uint32_t rows = builder->rows;
	uint64_t start = 0;

	builder->large = sp_block_stream_new(builder->first);
	if (!builder->large)
		return sp_no_memory(err, "a block of links");
	builder->large_links = 0;
	builder->rows = 0;
	for (uint32_t i = 0; i < rows; i++) {
		if (add_large_row(builder, builder->successors + start,
				  builder->ends[i] - start, err))
			return err->status;
		start = builder->ends[i];
	}
	return SP_OK;
}

/* ---- rows ------------------------------------------------------------- */

/*
 * Encodes the whole blocks of a batch that has too many links; what is left of
 * it is the beginning of a block.
 *
 * Whole blocks are flushed and the rest moves to the front.  If that rest has
 * more than half a batch, waiting for its end could double the memory each
 * time: it becomes a large block.  If not, at least half a batch is free, so
 * that this happens once in two million links at most.
 */
static enum sp_status
shrink_batch(struct sp_builder *builder, struct sp_error *err)
{
	uint32_t left = builder->rows % SP_BLOCK_PAGES;
	uint32_t whole = builder->rows - left;
	uint64_t start = block_start(builder, whole / SP_BLOCK_PAGES);
	uint64_t links = batch_links(builder) - start;

	builder->rows = whole;
	if (flush_batch(builder, err))
		return err->status;
	builder->rows = left;
	for (uint32_t i = 0; i < left; i++)
		builder->ends[i] = builder->ends[whole + i] - start;
	memmove(builder->hints, builder->hints + whole, left);
	memmove(builder->successors, builder->successors + start,
		links * sizeof(*builder->successors));
	if (builder->weighted)
		memmove(builder->weights, builder->weights + start,
			links * sizeof(*builder->weights));
	return links > BATCH_LINKS / 2 ? begin_large_block(builder, err) :
					 SP_OK;
}

/*
 * Adds the next row; its weights, if any, have been added.
 *
 * The hint belongs to this row only.  The limits are tested after the row was
 * added, so that the arrays hold one row more than a batch at most.
 */
static enum sp_status
builder_add_row(struct sp_builder *builder, const uint32_t *successors,
		uint64_t count, struct sp_error *err)
{
	uint64_t used = batch_links(builder);

	if (builder->large)
		return add_large_row(builder, successors, count, err);
	if (!sp_grow(&builder->successors, &builder->capacity, used + count))
		return sp_no_memory(err, "a block of links");
	if (count)
		memcpy(builder->successors + used, successors,
		       count * sizeof(*successors));
	builder->hints[builder->rows] = builder->hint;
	builder->hint = SP_HINT_CHOOSE;
	builder->ends[builder->rows++] = used + count;
	if (builder->rows == BATCH_PAGES)
		return flush_batch(builder, err);
	return used + count > BATCH_LINKS ? shrink_batch(builder, err) : SP_OK;
}

/* Pages before page that no row came for have no links. */
static enum sp_status
fill_rows(struct sp_builder *builder, uint64_t page, struct sp_error *err)
{
	while (builder->first + builder->rows < page)
		if (builder_add_row(builder, NULL, 0, err))
			return err->status;
	return SP_OK;
}

/*
 * Before a row is read: a block has a limit that no graph may be near.
 *
 * The sum cannot wrap, as it is compared before it grows.  It looks at the
 * block of the row, not at the batch, because an encoded block is what may not
 * have more links.
 */
static enum sp_status
count_block_links(struct sp_builder *builder, const struct sp_row *row,
		  struct sp_error *err)
{
	uint64_t block = row->page / SP_BLOCK_PAGES;
	uint64_t first = block * SP_BLOCK_PAGES;

	if (block != builder->block)
		builder->block_links = 0;
	builder->block = block;
	if (row->count > SP_BLOCK_LINKS_MAX - builder->block_links)
		return sp_fail(err, SP_DATA, "pages %" PRIu64 " to %" PRIu64 " "
			       "have more than %" PRIu64 " links: no block of "
			       "a graph holds so many", first,
			       first + SP_BLOCK_PAGES - 1, SP_BLOCK_LINKS_MAX);
	builder->block_links += row->count;
	return SP_OK;
}

/*
 * The links are counted before the rows without links are filled in, so that a
 * row that is refused changes nothing.  The hint waits aside meanwhile: it is
 * not that of the rows in between.
 */
static enum sp_status
builder_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct sp_builder *builder = context;
	uint8_t hint = builder->hint;

	/* Not for the rows without links before it. */
	builder->hint = SP_HINT_CHOOSE;
	if (row->page >= builder->pages ||
	    row->page < builder->first + builder->rows)
		return sp_fail(err, SP_DATA,
			       "a row of page %" PRIu64 " where there is none",
			       row->page);
	if (count_block_links(builder, row, err))
		return err->status;
	if (fill_rows(builder, row->page, err))
		return err->status;
	if (row->weights &&
	    add_weights(builder, batch_links(builder), row, err))
		return err->status;
	builder->fingerprint.links += row->count;
	builder->hint = hint;
	return builder_add_row(builder, row->successors, row->count, err);
}

struct sp_row_sink
sp_builder_rows(struct sp_builder *builder)
{
	return (struct sp_row_sink){ builder, builder_begin, builder_row };
}

void
sp_builder_hint(struct sp_builder *builder, unsigned hint)
{
	builder->hint = (uint8_t)hint;
}

/*
 * One of both branches has nothing to do: a large block is always the only one.
 */
enum sp_status
sp_builder_finish(struct sp_builder *builder,
		  struct sp_fingerprint *fingerprint, struct sp_error *err)
{
	if (fill_rows(builder, builder->pages, err))
		return err->status;
	if (builder->large ? end_large_block(builder, err) :
			     flush_batch(builder, err))
		return err->status;
	builder->fingerprint.pages = builder->pages;
	*fingerprint = builder->fingerprint;
	return SP_OK;
}

void
sp_builder_free(struct sp_builder *builder)
{
	if (!builder)
		return;
	for (unsigned k = 0; k < BATCH_BLOCKS; k++)
		free(builder->blocks[k].bytes);
	sp_block_stream_free(builder->large);
	free(builder->ends);
	free(builder->successors);
	free(builder->weights);
	free(builder);
}
