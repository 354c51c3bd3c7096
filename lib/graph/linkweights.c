/* SPDX-License-Identifier: MIT */
/*
 * Where the weights of a block begin is known from the headers of blocks, which
 * cost nothing to read; where those of a page begin takes a pass over the
 * graph.  Kernels that pass over whole blocks need only the first.
 *
 * Weights are checked and replaced in place by threads that share the links.
 * The first weight that is refused is a minimum over all, so it is the same
 * whatever the timing.
 */
#include "graph/linkweights.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <math.h>
#include <stdlib.h>

/* ---- checking --------------------------------------------------------- */

/* Names the link of a weight that is refused. */
static enum sp_status
weights_refuse(const struct sp_link_weights *weights,
	       const struct sp_graph *graph, uint64_t link,
	       struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors = NULL;
	uint32_t page = 0, count = 0;
	uint64_t block = 0, at;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	while (weights->block[block + 1] <= link)
		block++;
	at = weights->block[block];
	sp_cursor_block(cursor, block);
	while (sp_cursor_next(cursor, &page, &successors, &count) &&
	       at + count <= link)
		at += count;
	if (!sp_cursor_status(cursor, err))
		(void)sp_fail(err, SP_DATA, "the link from page %lu to %lu "
			      "has the weight %g: it must be 0, or between "
			      "%g and %g", (unsigned long)page,
			      (unsigned long)successors[link - at],
			      weights->values[link], SP_WEIGHT_LEAST,
			      SP_WEIGHT_MOST);
	sp_cursor_free(cursor);
	return err->status;
}

/* Written so that NaN fails, too. */
static inline bool
weight_is_good(double weight)
{
	return weight == 0 ||
	       (weight >= SP_WEIGHT_LEAST && weight <= SP_WEIGHT_MOST);
}

static enum sp_status
weights_replace(struct sp_link_weights *weights, const struct sp_graph *graph,
		enum sp_weighing how, int threads, struct sp_error *err)
{
	uint64_t links = sp_graph_links(graph), bad = links;
	double *values = weights->values;

#pragma omp parallel for num_threads(threads) schedule(static) \
	reduction(min : bad)
	for (uint64_t i = 0; i < links; i++) {
		if (!weight_is_good(values[i]))
			bad = i < bad ? i : bad;
		else if (how == SP_WEIGHTS_LOG)
			values[i] = log1p(values[i]);
	}
	return bad < links ? weights_refuse(weights, graph, bad, err) : SP_OK;
}

/* ---- places ----------------------------------------------------------- */

/* A cursor serves no more links of a block than its header announces. */
static enum sp_status
weights_find_blocks(struct sp_link_weights *weights,
		    const struct sp_graph *graph, struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(graph), at = 0;

	weights->block = sp_alloc_large(blocks + 1, sizeof(*weights->block));
	if (!weights->block)
		return sp_no_memory(err, "the weights of links");
	for (uint64_t i = 0; i < blocks; i++) {
		weights->block[i] = at;
		at += sp_graph_block_links(graph, i);
	}
	weights->block[blocks] = at;
	if (at != sp_graph_links(graph))
		return sp_fail(err, SP_DATA, "the blocks of the graph have "
			       "%" PRIu64 " links, and the graph has %" PRIu64,
			       at, sp_graph_links(graph));
	return SP_OK;
}

enum sp_status
sp_link_weights_make(struct sp_link_weights *weights,
		     const struct sp_graph *graph, double *values,
		     enum sp_weighing how, int threads, struct sp_error *err)
{
	*weights = (struct sp_link_weights){ .values = values };
	if (weights_find_blocks(weights, graph, err))
		return err->status;
	return weights_replace(weights, graph, how, threads, err);
}

/* Ranges of blocks: the pages of each begin where its weights do. */
static enum sp_status
weights_index_range(void *context, struct sp_cursor *cursor, uint64_t first,
		    uint64_t last, struct sp_error *err)
{
	struct sp_link_weights *weights = context;
	uint64_t at = weights->block[first];
	const uint32_t *successors;
	uint32_t page, count;

	(void)last;
	(void)err;
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		weights->page[page] = at;
		at += count;
	}
	return SP_OK;
}

enum sp_status
sp_link_weights_index(struct sp_link_weights *weights,
		      const struct sp_graph *graph, int threads,
		      struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);

	if (weights->page)
		return SP_OK;
	weights->page = sp_alloc_large(pages + 1, sizeof(*weights->page));
	if (!weights->page)
		return sp_no_memory(err, "the weights of links");
	weights->page[pages] = sp_graph_links(graph);
	return sp_visit_ranges(graph, 0, sp_graph_blocks(graph), threads,
			       weights_index_range, weights, err);
}

void
sp_link_weights_free(struct sp_link_weights *weights)
{
	free(weights->values);
	free(weights->block);
	free(weights->page);
	*weights = (struct sp_link_weights)SP_LINK_WEIGHTS_NONE;
}

/* What a pass that adds up weights reads and writes. */
struct weights_sums {
	const struct sp_link_weights *weights;
	double *sums;
};

static enum sp_status
weights_sum_range(void *context, struct sp_cursor *cursor, uint64_t first,
		  uint64_t last, struct sp_error *err)
{
	const struct weights_sums *pass = context;
	const double *weight = pass->weights->values +
			       pass->weights->block[first];
	const uint32_t *successors;
	uint32_t page, count;

	(void)last;
	(void)err;
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		double sum = 0;

		for (uint32_t i = 0; i < count; i++)
			sum += *weight++;
		pass->sums[page] = sum;
	}
	return SP_OK;
}

enum sp_status
sp_link_weights_sum(const struct sp_link_weights *weights,
		    const struct sp_graph *graph, int threads, double **sums,
		    struct sp_error *err)
{
	struct weights_sums pass = { weights, NULL };
	enum sp_status status;

	*sums = pass.sums = sp_alloc_large_zero(sp_graph_pages(graph),
						sizeof(double));
	if (!*sums)
		return sp_no_memory(err, "the weights of links");
	status = sp_visit_ranges(graph, 0, sp_graph_blocks(graph), threads,
				 weights_sum_range, &pass, err);
	if (!status)
		return SP_OK;
	free(*sums);
	*sums = NULL;
	return status;
}

/* By a power of two, so that no digit of a weight changes. */
double
sp_link_weights_to_unit(struct sp_link_weights *weights, uint64_t links,
			int threads)
{
	double most = 0, unit;
	int exponent;

	for (uint64_t i = 0; i < links; i++)
		most = weights->values[i] > most ? weights->values[i] : most;
	if (!(most > 0))
		return 1;
	(void)frexp(most, &exponent);
	unit = ldexp(1, exponent - 1);
#pragma omp parallel for num_threads(threads) schedule(static)
	for (uint64_t i = 0; i < links; i++)
		weights->values[i] /= unit;
	return unit;
}
