/* SPDX-License-Identifier: MIT */
/*
 * The graph itself, with the weights of its links beside it: the compact form
 * (form_compact.c) of a graph with weights.
 *
 * The vectors, their order and the collecting are those of the compact form.
 * Blocks are read in the same order, and weights stand in the order of rows, so
 * the weights of a block begin at a place that is known, and go on from row to
 * row; rows of dead pages are passed over with theirs.
 *
 * Memory: beside the weights (8 bytes a link), the sums of the weights of each
 * page for ranks, 8 bytes a page.
 */
#include "rank/form_compact.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "rank/kernel.h"

#include <stdlib.h>
#include <string.h>

struct form_weighted {
	struct sp_form_compact compact; /* first: its functions work on it */
	double *sums; /* of the weights of each page; for SP_FORM_RANKS */
};

/* ---- making ----------------------------------------------------------- */

static bool
weighted_estimate(const struct sp_form_measure *measure,
		  const struct sp_form_order *order, uint64_t *bytes,
		  double *making, double *pass)
{
	*bytes = measure->pages * (order->parts + 1) * sizeof(double);
	*making = 0;
	*pass = 1;
	return true;
}

static enum sp_status
weighted_make(const struct sp_graph *graph, const struct sp_form_order *order,
	      struct sp_form **form, struct sp_error *err)
{
	struct form_weighted *weighted = sp_alloc_zero(1, sizeof(*weighted));

	if (!weighted)
		return sp_no_memory(err, "the scores");
	*form = &weighted->compact.form;
	for (unsigned k = 0; k < order->parts; k++) {
		weighted->compact.parts[k] = sp_alloc_large_zero(
			sp_graph_pages(graph), sizeof(double));
		if (!weighted->compact.parts[k])
			return sp_no_memory(err, "the scores");
	}
	return order->use == SP_FORM_RANKS ?
		       sp_link_weights_sum(order->weights, graph,
					   order->threads, &weighted->sums,
					   err) : SP_OK;
}

static void
weighted_free(struct sp_form *form)
{
	free(((struct form_weighted *)form)->sums);
	sp_form_compact_free(form);
}

/* ---- passes over the links -------------------------------------------- */

/* What a pass reads and writes. */
struct weighted_pass {
	struct form_weighted *weighted;
	const double *ranks;     /* by page; or NULL */
	const double *authority; /* by page; NULL: hub scores are 1 */
	double *hub;             /* stored here; NULL: not stored */
};

/* A page whose weights are at weight; its links add to next. */
typedef void weighted_row(const struct weighted_pass *pass,
			  const struct sp_list *row, const double *weight,
			  double *next);

/* Inlined, with a constant visit: the loop over rows is made for it. */
static inline __attribute__((always_inline)) void
weighted_part(const struct weighted_pass *pass, unsigned part,
	      weighted_row *visit)
{
	struct sp_form_compact *compact = &pass->weighted->compact;
	const struct sp_form *form = &compact->form;
	uint64_t blocks = sp_graph_blocks(form->graph);
	struct sp_cursor *cursor = compact->cursors[part];
	struct sp_list lists[SP_LISTS];

	for (uint64_t block = sp_part_first_block(part); block < blocks;
	     block = sp_part_next_block(block, form->parts)) {
		const double *weight = form->weights->values +
				       form->weights->block[block];
		unsigned count;

		sp_cursor_block(cursor, block);
		while ((count = sp_cursor_lists(cursor, lists)))
			for (unsigned k = 0; k < count; k++) {
				if (!sp_form_page_is_dead(form,
							  lists[k].page))
					visit(pass, &lists[k], weight,
					      compact->parts[part]);
				weight += lists[k].count;
			}
	}
}

static inline __attribute__((always_inline)) enum sp_status
weighted_links(const struct weighted_pass *pass, weighted_row *visit,
	       struct sp_error *err)
{
	struct sp_form_compact *compact = &pass->weighted->compact;

	compact->dirty = true;
#pragma omp parallel for num_threads(compact->form.threads) schedule(dynamic)
	for (unsigned part = 0; part < compact->form.parts; part++)
		weighted_part(pass, part, visit);
	return sp_form_compact_status(compact, err);
}

static inline void
weighted_add(double *next, const struct sp_list *row, const double *weight,
	     double value)
{
	for (uint32_t i = 0; i < row->count; i++) {
		sp_fetch_ahead(next, row->successors + i);
		next[row->successors[i]] += value * weight[i];
	}
}

/* A page is linked if any of its links carries something. */
static inline void
weighted_rank_row(const struct weighted_pass *pass, const struct sp_list *row,
	 const double *weight, double *next)
{
	double sum = pass->weighted->sums[row->page];

	if (!(sum > 0))
		return;
	sp_bit_set(pass->weighted->compact.form.linked, row->page);
	weighted_add(next, row, weight, pass->ranks[row->page] / sum);
}

static inline double
weighted_hub(const struct weighted_pass *pass, const struct sp_list *row,
	   const double *weight, const double *next)
{
	double sum = 0;

	for (uint32_t i = 0; i < row->count; i++) {
		sp_fetch_ahead(pass->authority, row->successors + i);
		sp_fetch_ahead(next, row->successors + i);
		sum += pass->authority[row->successors[i]] * weight[i];
	}
	return sum;
}

static inline void
weighted_ones_row(const struct weighted_pass *pass, const struct sp_list *row,
	 const double *weight, double *next)
{
	(void)pass;
	weighted_add(next, row, weight, 1);
}

static inline void
weighted_hubs_row(const struct weighted_pass *pass, const struct sp_list *row,
	 const double *weight, double *next)
{
	double value = weighted_hub(pass, row, weight, next);

	for (uint32_t i = 0; i < row->count; i++)
		next[row->successors[i]] += value * weight[i];
}

static inline void
weighted_last_row(const struct weighted_pass *pass, const struct sp_list *row,
	 const double *weight, double *next)
{
	pass->hub[row->page] = weighted_hub(pass, row, weight, next);
}

/* ---- operations ------------------------------------------------------- */

static enum sp_status
weighted_push_ranks(struct sp_form *form, const double *ranks,
		    struct sp_error *err)
{
	struct weighted_pass pass = { .weighted = (struct form_weighted *)form,
				      .ranks = ranks };

	return weighted_links(&pass, weighted_rank_row, err);
}

static enum sp_status
weighted_push_ones(struct sp_form *form, double *hub, struct sp_error *err)
{
	struct weighted_pass pass = { .weighted =
					      (struct form_weighted *)form };

	(void)hub;
	return weighted_links(&pass, weighted_ones_row, err);
}

static enum sp_status
weighted_push_hubs(struct sp_form *form, const double *authority, double *hub,
		   struct sp_error *err)
{
	struct weighted_pass pass = { .weighted = (struct form_weighted *)form,
				      .authority = authority };

	(void)hub;
	return weighted_links(&pass, weighted_hubs_row, err);
}

static enum sp_status
weighted_hubs(struct sp_form *form, const double *authority, double *hub,
	      struct sp_error *err)
{
	struct weighted_pass pass = { .weighted = (struct form_weighted *)form,
				      .authority = authority, .hub = hub };

	memset(hub + form->own_first, 0,
	       (form->own_end - form->own_first) * sizeof(*hub));
	return weighted_links(&pass, weighted_last_row, err);
}

const struct sp_form_kind sp_form_kind_weighted = {
	.name = "compact", .choice = SP_FORM_COMPACT, .weighted = true,
	.sweeps = true, .reason = "it needs no making",
	.estimate = weighted_estimate, .make = weighted_make,
	.free = weighted_free, .begin = sp_form_compact_begin,
	.push_ranks = weighted_push_ranks, .push_ones = weighted_push_ones,
	.push_hubs = weighted_push_hubs, .hubs = weighted_hubs,
	.collect = sp_form_compact_collect, .spare = sp_form_compact_spare
};
