/* SPDX-License-Identifier: MIT */
#include "measure/ranks/linksums.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>
#include <string.h>

#define PASSES 150 /* of Katz, about: they repay a larger form */

/* ---- links of a page -------------------------------------------------- */

struct leaving_pass {
	const struct sp_link_weights *weights; /* or NULL */
	double *sums;
};

static enum sp_status
leaving_range(void *context, struct sp_cursor *cursor, uint64_t first,
	      uint64_t last, struct sp_error *err)
{
	const struct leaving_pass *pass = context;
	const struct sp_link_weights *weights = pass->weights;
	uint64_t at = weights ? weights->block[first] : 0;
	const uint32_t *successors;
	uint32_t page, count;

	(void)last;
	(void)err;
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		double sum = weights ? 0 : count;

		for (uint32_t i = 0; weights && i < count; i++)
			sum += weights->values[at + i];
		pass->sums[page] = sum;
		at += count;
	}
	return SP_OK;
}

enum sp_status
sp_linksums_leaving(const struct sp_rank_input *input, double *sums,
		    struct sp_error *err)
{
	struct leaving_pass pass = { sp_rank_weights(input), sums };

	return sp_visit_ranges(input->graph, 0, sp_graph_blocks(input->graph),
			       input->threads, leaving_range, &pass, err);
}

/* ---- links to a page -------------------------------------------------- */

enum sp_status
sp_linksums_begin(struct sp_linksums *adder, const struct sp_rank_input *input,
		  struct sp_error *err)
{
	const struct sp_form_order order = {
		.choice = SP_FORM_AUTO, .use = SP_FORM_RANKS,
		.parts = SP_RANK_PARTS, .threads = input->threads,
		.passes = PASSES, .weights = sp_rank_weights(input)
	};

	memset(adder, 0, sizeof(*adder));
	adder->pages = sp_graph_pages(input->graph);
	adder->threads = input->threads;
	adder->leaving = sp_alloc_large(adder->pages, sizeof(double));
	adder->passing = sp_alloc_large(adder->pages, sizeof(double));
	if (!adder->leaving || !adder->passing)
		return sp_no_memory(err, "sums over links");
	if (sp_linksums_leaving(input, adder->leaving, err) ||
	    sp_form_new(input->graph, &order, &adder->form, err))
		return err->status;
	return sp_form_begin(adder->form, input->threads, NULL, NULL, err);
}

void
sp_linksums_free(struct sp_linksums *adder)
{
	sp_form_free(adder->form);
	free(adder->leaving);
	free(adder->passing);
}

static void
linksums_take(void *context, uint64_t chunk, uint64_t first, uint64_t count,
	      const double *sums)
{
	const struct sp_linksums *adder = context;

	(void)chunk;
	memcpy(adder->sums + first, sums, count * sizeof(*sums));
}

enum sp_status
sp_linksums_sum(struct sp_linksums *adder, const double *values, double *sums,
		struct sp_error *err)
{
#pragma omp parallel for num_threads(adder->threads) schedule(static)
	for (uint64_t page = 0; page < adder->pages; page++)
		adder->passing[page] = values[page] * adder->leaving[page];
	adder->sums = sums;
	if (sp_form_push_ranks(adder->form, adder->passing, err))
		return err->status;
	return sp_form_collect(adder->form, linksums_take, adder, err);
}
