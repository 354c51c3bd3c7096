/* SPDX-License-Identifier: MIT */
/*
 * Rows of links in page order that need no decoding (rows.h), on the vectors of
 * the compact form: for methods that push pages in their order, and for views
 * of a crawl, where a pass costs what is done and not the whole graph.
 *
 * The vectors, the collecting and the sweeps are those of the compact form;
 * only where links are read differs, so this kind is that form with another
 * source.  The links of a page are known without decoding, so which pages push
 * is settled when a run begins, for all passes.
 */
#include "rank/form_compact.h"

#include "base/bitset.h"

/* ---- making ----------------------------------------------------------- */

/*
 * It is offered for sweeps only: other uses need not visit pages in their
 * order, and have the near form.
 */
static bool
rows_estimate(const struct sp_form_measure *measure,
	      const struct sp_form_order *order, uint64_t *bytes,
	      double *making, double *pass)
{
	double far = 1 - measure->near, links = (double)measure->links;

	*bytes = measure->pages * (order->parts * sizeof(double) + 8) +
		 (uint64_t)(links * (2 + 4 * far));
	*making = 4;
	*pass = 0.4;
	return order->use == SP_FORM_SWEEPS;
}

static enum sp_status
rows_make(const struct sp_graph *graph, const struct sp_form_order *order,
	  struct sp_form **form, struct sp_error *err)
{
	struct sp_form_compact *compact;

	if (sp_form_compact_make(graph, order, form, err))
		return err->status;
	compact = (struct sp_form_compact *)*form;
	return sp_rows_new(graph, order->threads, &compact->rows, err);
}

/* Threads have whole words of the bitset. */
static enum sp_status
form_rows_begin(struct sp_form *form, struct sp_error *err)
{
	struct sp_form_compact *compact = sp_form_compact(form);

	(void)err;
	if (compact->dirty)
		sp_form_compact_clear(compact);
#pragma omp parallel for num_threads(form->threads) schedule(static, 65536)
	for (uint64_t word = 0; word < sp_bitset_words(form->pages); word++) {
		uint64_t first = word * SP_BITSET_BITS, linked = 0;
		uint64_t count = form->pages - first < SP_BITSET_BITS ?
					 form->pages - first : SP_BITSET_BITS;

		for (uint64_t i = 0; i < count; i++)
			if (compact->rows->count[first + i] &&
			    sp_form_page_pushes(form, first + i))
				linked |= UINT64_C(1) << i;
		form->linked[word] = linked;
	}
	return SP_OK;
}

/* ---- a pass ----------------------------------------------------------- */

struct rows_pass {
	const uint64_t *linked;
	const double *ranks;
};

static inline bool
share_rank(const void *context, uint64_t page, uint32_t count, double *sums,
	   double *each)
{
	const struct rows_pass *pass = context;

	(void)sums;
	if (!sp_bit_test(pass->linked, page))
		return false;
	*each = pass->ranks[page] / count;
	return true;
}

static enum sp_status
rows_push_ranks(struct sp_form *form, const double *ranks,
		struct sp_error *err)
{
	struct sp_form_compact *compact = sp_form_compact(form);
	struct rows_pass pass = { form->linked, ranks };

	(void)err;
	compact->dirty = true;
#pragma omp parallel for num_threads(form->threads) schedule(dynamic)
	for (unsigned part = 0; part < form->parts; part++)
		for (uint64_t block = sp_part_first_block(part);
		     block < compact->rows->blocks;
		     block = sp_part_next_block(block, form->parts))
			if (!sp_form_block_idle(form, block))
				sp_rows_push_block(compact->rows, block,
						   compact->parts[part],
						   share_rank, NULL, &pass);
	return SP_OK;
}

const struct sp_form_kind sp_form_kind_rows = {
	.name = "rows", .choice = SP_FORM_ROWS, .sweeps = true,
	.reason = "it repays the time to make it",
	.estimate = rows_estimate, .make = rows_make,
	.free = sp_form_compact_free, .begin = form_rows_begin,
	.push_ranks = rows_push_ranks,
	.collect = sp_form_compact_collect, .spare = sp_form_compact_spare
};
