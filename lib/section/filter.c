/* SPDX-License-Identifier: MIT */
#include "section/filter.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define BATCH 64 /* blocks pruned together */

/* The pruned rows of one block. */
struct pruned {
	uint32_t *kept;
	uint64_t capacity, used;
	uint64_t ends[SP_BLOCK_PAGES];
	uint64_t first_page;
	uint32_t rows;
	uint8_t *stays;          /* a byte a link, when links have weights */
	uint64_t stays_capacity, links;
	enum sp_status status;
	struct sp_error err;
};

struct sp_filter {
	struct sp_writer *writer;
	int threads;
	struct sp_prune *prune;
	enum sp_status (*prepare)(void *context, uint64_t pages,
				  struct sp_error *err);
	void *context;
	struct sp_graph_writer *graph;
	struct sp_builder *builder;
	struct sp_row_sink rows;
	struct pruned *blocks;   /* BATCH */
	bool weighted;
	uint64_t *kept_bits;     /* a bit for each link of the input */
	uint64_t bits_capacity;
	uint64_t links_in, links_out, weights_in;
	struct sp_basis basis;
	struct sp_section weights;
	bool weights_begun;
};

struct sp_filter *
sp_filter_new(struct sp_writer *writer, int threads, struct sp_prune *prune,
	      enum sp_status (*prepare)(void *context, uint64_t pages,
					struct sp_error *err),
	      void *context)
{
	struct sp_filter *filter = sp_alloc_zero(1, sizeof(*filter));

	if (!filter)
		return NULL;
	filter->writer = writer;
	filter->threads = threads;
	filter->prune = prune;
	filter->prepare = prepare;
	filter->context = context;
	filter->blocks = sp_alloc_zero(BATCH, sizeof(*filter->blocks));
	if (!filter->blocks) {
		free(filter);
		return NULL;
	}
	return filter;
}

void
sp_filter_free(struct sp_filter *filter)
{
	if (!filter)
		return;
	for (unsigned i = 0; i < BATCH; i++) {
		free(filter->blocks[i].kept);
		free(filter->blocks[i].stays);
	}
	free(filter->blocks);
	free(filter->kept_bits);
	sp_section_free(&filter->weights);
	sp_builder_free(filter->builder);
	sp_graph_writer_free(filter->graph);
	free(filter);
}

void
sp_filter_counts(const struct sp_filter *filter, uint64_t *links_in,
		 uint64_t *links_out)
{
	*links_in = filter->links_in;
	*links_out = filter->links_out;
}

/* ---- the graph -------------------------------------------------------- */

static enum sp_status
filter_begin(void *context, uint64_t pages, bool weighted, struct sp_error *err)
{
	struct sp_filter *filter = context;
	struct sp_block_sink sink;

	if (filter->prepare) {
		enum sp_status status = filter->prepare(filter->context,
							pages, err);

		if (status)
			return status;
	}
	filter->weighted = weighted;
	filter->graph = sp_graph_writer_new(filter->writer, weighted);
	if (!filter->graph)
		return sp_no_memory(err, "the graph");
	sink = sp_graph_writer_blocks(filter->graph);
	filter->builder = sp_builder_new(filter->threads, &sink);
	if (!filter->builder)
		return sp_no_memory(err, "the graph");
	filter->rows = sp_builder_rows(filter->builder);
	return sp_rows_begin(&filter->rows, pages, err);
}

/* Notes which links of a row stay: kept is a subsequence of successors. */
static bool
note_stays(struct pruned *to, const uint32_t *successors, uint32_t count,
	   const uint32_t *kept, uint32_t kept_count)
{
	uint32_t next = 0;

	if (!sp_grow(&to->stays, &to->stays_capacity, to->links + count, 1))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		bool stays = next < kept_count && kept[next] == successors[i];

		to->stays[to->links + i] = stays;
		next += stays;
	}
	return true;
}

static void
prune_block(const struct sp_filter *filter, struct sp_cursor *cursor,
	    uint64_t block, struct pruned *to)
{
	const uint32_t *successors;
	uint32_t page, count;

	to->used = to->links = 0;
	to->rows = 0;
	to->first_page = block * SP_BLOCK_PAGES;
	sp_cursor_block(cursor, block);
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		uint32_t kept;

		if (!sp_grow(&to->kept, &to->capacity, to->used + count,
			     sizeof(*to->kept)))
			goto no_memory;
		kept = sp_prune_row(filter->prune, page, successors, count,
				    to->kept + to->used);
		if (filter->weighted &&
		    !note_stays(to, successors, count, to->kept + to->used,
				kept))
			goto no_memory;
		to->used += kept;
		to->links += count;
		to->ends[to->rows++] = to->used;
	}
	to->status = sp_cursor_status(cursor, &to->err);
	return;
no_memory:
	to->status = sp_no_memory(&to->err, "a block of links");
}

static enum sp_status
keep_bits(struct sp_filter *filter, const struct pruned *from,
	  struct sp_error *err)
{
	uint64_t words = sp_bitset_words(filter->links_in + from->links);
	uint64_t old = filter->bits_capacity;

	if (!sp_grow(&filter->kept_bits, &filter->bits_capacity, words,
		     sizeof(*filter->kept_bits)))
		return sp_no_memory(err, "the weights of links");
	for (uint64_t i = old; i < filter->bits_capacity; i++)
		filter->kept_bits[i] = 0;
	for (uint64_t i = 0; i < from->links; i++)
		if (from->stays[i])
			sp_bit_set(filter->kept_bits, filter->links_in + i);
	return SP_OK;
}

/* Hands the rows of one block to the builder. */
static enum sp_status
give_rows(struct sp_filter *filter, const struct pruned *from,
	  struct sp_error *err)
{
	uint64_t start = 0;

	if (from->status) {
		*err = from->err;
		return from->status;
	}
	if (filter->weighted && keep_bits(filter, from, err))
		return err->status;
	for (uint32_t i = 0; i < from->rows; i++) {
		struct sp_row row = { from->first_page + i,
				      from->ends[i] - start,
				      from->kept + start, NULL };

		if (row.count && sp_rows_pass(&filter->rows, &row, err))
			return err->status;
		start = from->ends[i];
	}
	filter->links_in += from->links;
	filter->links_out += from->used;
	return SP_OK;
}

static enum sp_status
prune_batch(struct sp_filter *filter, const struct sp_graph *graph,
	    uint64_t first, uint64_t count, struct sp_error *err)
{
	bool no_memory = false;

#pragma omp parallel num_threads(filter->threads) reduction(||: no_memory)
	{
		struct sp_cursor *cursor = sp_cursor_new(graph);

#pragma omp for schedule(dynamic)
		for (uint64_t i = 0; i < count; i++) {
			if (cursor)
				prune_block(filter, cursor, first + i,
					    &filter->blocks[i]);
		}
		no_memory = !cursor;
		sp_cursor_free(cursor);
	}
	if (no_memory)
		return sp_no_memory(err, "a list of links");
	for (uint64_t i = 0; i < count; i++)
		if (give_rows(filter, &filter->blocks[i], err))
			return err->status;
	return SP_OK;
}

static enum sp_status
filter_blocks(void *context, const struct sp_graph *graph, uint64_t first,
	      uint64_t last, struct sp_error *err)
{
	struct sp_filter *filter = context;

	while (first < last) {
		uint64_t count = last - first < BATCH ? last - first : BATCH;
		enum sp_status status = prune_batch(filter, graph, first,
						    count, err);

		if (status)
			return status;
		first += count;
	}
	return SP_OK;
}

static enum sp_status
filter_end(void *context, const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_filter *filter = context;
	enum sp_status status = sp_builder_finish(
		filter->builder, &filter->basis.graph, err);

	if (status)
		return status;
	filter->basis.origin = basis->origin;
	return sp_graph_writer_finish(filter->graph, &filter->basis.graph,
				      &filter->basis.origin, err);
}

/* ---- the weights ------------------------------------------------------ */

static enum sp_status
filter_weights(void *context, const double *values, uint64_t count,
	       struct sp_error *err)
{
	struct sp_filter *filter = context;
	enum sp_status status = SP_OK;

	if (!filter->weighted)
		return sp_fail(err, SP_DATA, "weights that the graph did not "
			       "announce");
	if (count > filter->links_in - filter->weights_in)
		return sp_fail(err, SP_DATA, "more weights than links");
	if (!filter->weights_begun) {
		filter->weights_begun = true;
		status = sp_save_weights_begin(&filter->weights,
					       filter->writer, &filter->basis,
					       err);
	}
	for (uint64_t i = 0; !status && i < count; i++) {
		uint64_t link = filter->weights_in + i;

		if (sp_bit_test(filter->kept_bits, link))
			status = sp_save_doubles(&filter->weights, values + i,
						 1, err);
	}
	filter->weights_in += count;
	return status;
}

static enum sp_status
filter_weights_end(void *context, struct sp_error *err)
{
	struct sp_filter *filter = context;

	if (!filter->weights_begun)
		return SP_OK;
	return sp_section_end(&filter->weights, NULL, 0, err);
}

struct sp_graph_visitor
sp_filter_visitor(struct sp_filter *filter)
{
	return (struct sp_graph_visitor){
		filter, filter_begin, filter_blocks, filter_end,
		filter_weights, filter_weights_end
	};
}

enum sp_status
sp_filter_graph(struct sp_filter *filter, const struct sp_graph *graph,
		struct sp_error *err)
{
	struct sp_basis basis = sp_basis_of(graph);
	enum sp_status status = filter_begin(filter, sp_graph_pages(graph),
					     false, err);

	if (!status)
		status = filter_blocks(filter, graph, 0,
				       sp_graph_blocks(graph), err);
	return status ? status : filter_end(filter, &basis, err);
}
