/* SPDX-License-Identifier: MIT */
/*
 * A batch is small beside the pages that a crawl knows, so they are not sorted:
 * a pass keeps the best candidates after the last one that was looked at, and
 * they are taken or passed over one by one.  Budgets may make that too few, as
 * when one host has all of the best pages; then another pass keeps four times
 * as many.  Each pass looks at all candidates and keeps what is after `last` in
 * one total order (score, then page), so no page comes twice and none is left
 * out, whatever the limits of the passes are.  The work is at most about
 * log4(candidates / count) passes, and a sort of what they keep.
 */
#include "seed/next_batch.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "seed/top.h"

#include <math.h>
#include <stdlib.h>

/* Keep more than asked for in the first pass: budgets pass some over. */
#define FIRST_KEPT 1024
#define MORE_KEPT 4

struct batch {
	const double *scores;
	const uint64_t *candidates;
	uint64_t pages, count;   /* count: still wanted */
	struct sp_next_budget *budgets;
	unsigned budget_count;
	uint32_t *used[SP_NEXT_BUDGETS]; /* pages of each unit so far */
};

static enum sp_status
batch_begin(struct batch *batch, struct sp_error *err)
{
	for (unsigned b = 0; b < batch->budget_count; b++) {
		batch->used[b] = sp_alloc_zero(batch->budgets[b].units->count,
					       sizeof(*batch->used[b]));
		if (!batch->used[b])
			return sp_no_memory(err, "the budgets of hosts");
		batch->budgets[b].passed_over = 0;
	}
	return SP_OK;
}

static void
batch_end(struct batch *batch)
{
	for (unsigned b = 0; b < batch->budget_count; b++)
		free(batch->used[b]);
}

/* Keeps the best candidates after last, best first. */
static enum sp_status
batch_keep_best(const struct batch *batch, struct sp_top_item last,
	  struct sp_top *top, struct sp_error *err)
{
	top->count = 0;
	for (uint64_t page = sp_bit_next(batch->candidates, 0, batch->pages);
	     page < batch->pages;
	     page = sp_bit_next(batch->candidates, page + 1, batch->pages)) {
		struct sp_top_item item = { batch->scores[page],
					    (uint32_t)page };

		if (isnan(item.key))
			return sp_fail(err, SP_DATA, "the score of page "
				       "%" PRIu64 " is not a number", page);
		if (sp_top_before(last, item) && !sp_top_offer(top, item))
			return sp_no_memory(err, "the best pages");
	}
	sp_top_sort(top);
	return SP_OK;
}

/*
 * A page must fit all budgets before it uses any: one that its domain refuses
 * must not use up its host.
 */
static bool
fits_budgets(struct batch *batch, uint32_t page)
{
	for (unsigned b = 0; b < batch->budget_count; b++) {
		struct sp_next_budget *budget = &batch->budgets[b];
		uint32_t unit = budget->units->unit_of[page];

		if (batch->used[b][unit] >= (budget->most_of ?
					     budget->most_of[unit] :
					     budget->most)) {
			budget->passed_over++;
			return false;
		}
	}
	for (unsigned b = 0; b < batch->budget_count; b++)
		batch->used[b][batch->budgets[b].units->unit_of[page]]++;
	return true;
}

static enum sp_status
take_kept(struct batch *batch, const struct sp_top *top,
	  struct sp_seeds *seeds, struct sp_error *err)
{
	for (uint64_t i = 0; batch->count && i < top->count; i++) {
		struct sp_seed seed = { .page = top->items[i].id,
					.core = SP_NO_CORE,
					.score = top->items[i].key };

		if (!fits_budgets(batch, seed.page))
			continue;
		if (sp_seeds_add(seeds, seed, err))
			return err->status;
		batch->count--;
	}
	return SP_OK;
}

static enum sp_status
batch_take_best(struct batch *batch, struct sp_seeds *seeds,
		struct sp_error *err)
{
	uint64_t first = batch->count < FIRST_KEPT ? FIRST_KEPT : batch->count;
	struct sp_top top = SP_TOP_EMPTY(first);
	struct sp_top_item last = { INFINITY, 0 }; /* any page is after it */
	enum sp_status status = SP_OK;
	bool all = false;

	while (!status && batch->count && !all) {
		status = batch_keep_best(batch, last, &top, err);
		all = top.count < top.limit;
		if (!status)
			status = take_kept(batch, &top, seeds, err);
		if (top.count)
			last = top.items[top.count - 1];
		if (top.limit <= batch->pages / MORE_KEPT)
			top.limit *= MORE_KEPT;
	}
	sp_top_free(&top);
	return status;
}

enum sp_status
sp_pick_next(const double *scores, const uint64_t *candidates, uint64_t pages,
	     uint64_t count, struct sp_next_budget *budgets,
	     unsigned budget_count, struct sp_seeds *seeds,
	     struct sp_error *err)
{
	struct batch batch = {
		.scores = scores, .candidates = candidates, .pages = pages,
		.count = count, .budgets = budgets,
		.budget_count = budget_count
	};
	enum sp_status status = batch_begin(&batch, err);

	if (!status)
		status = batch_take_best(&batch, seeds, err);
	batch_end(&batch);
	return status;
}
