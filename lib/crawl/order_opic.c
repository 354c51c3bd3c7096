/* SPDX-License-Identifier: MIT */
/*
 * OPIC, each page once: the page with most cash, which it gives to its links
 * (algorithms.md section 3.4; Abiteboul, Preda and Cobena 2003).
 *
 * What a page without links gives to all pages alike (dangling=virtual) is
 * kept as one number, since it changes no order.
 */
#include "crawl/engine.h"

#include "base/memory.h"

#include <stdlib.h>

enum { INIT, DANGLING };

struct state {
	double start;     /* cash of a page that nobody linked to yet */
	bool seeds_only;
	bool spread;      /* the cash of pages without links */
	double shared;    /* by every page, beside its own cash */
};

static enum sp_status
begin(struct sp_run *run, struct sp_error *err)
{
	struct state *state = sp_alloc_zero(1, sizeof(*state));

	run->state = state;
	if (!state)
		return sp_no_memory(err, "a crawl");
	state->seeds_only = sp_value(run, INIT) > 0;
	state->spread = sp_value(run, DANGLING) > 0;
	state->start = state->seeds_only ? 0 : 1 / (double)run->pages;
	return SP_OK;
}

static void
end(struct sp_run *run)
{
	free(run->state);
}

static void
seed(struct sp_run *run, uint32_t page)
{
	sp_find(run, page, ((struct state *)run->state)->start);
}

/* How many seeds there are is known now. */
static enum sp_status
ready(struct sp_run *run, struct sp_error *err)
{
	const struct state *state = run->state;
	struct sp_heap *heap = &run->frontier.heap;

	(void)err;
	for (uint64_t at = SP_HEAP_ROOT; state->seeds_only && at < heap->end;
	     at++)
		heap->slots[at].key = -1 / (double)run->seeds;
	sp_heap_rebuild(heap);
	return SP_OK;
}

static enum sp_status
next(struct sp_run *run, struct sp_next *next_page, struct sp_error *err)
{
	enum sp_status status = sp_next_best(run, next_page, err);

	next_page->key += ((struct state *)run->state)->shared;
	return status;
}

static enum sp_status
download(struct sp_run *run, double cash, const uint32_t *successors,
	 uint32_t count, struct sp_error *err)
{
	struct sp_frontier *frontier = &run->frontier;
	struct state *state = run->state;
	double gift;

	(void)err;
	if (!count && state->spread)
		state->shared += cash / (double)run->pages;
	if (!count)
		return SP_OK;
	gift = cash / count;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i], place = frontier->place[page];

		if (place & SP_DONE)
			continue;
		if (place == SP_UNSEEN)
			sp_find(run, page, state->start + gift);
		else
			sp_frontier_better(frontier, place,
				sp_frontier_key(frontier, place) + gift);
	}
	return SP_OK;
}

static double
key_of(const struct sp_run *run, uint32_t page)
{
	return sp_frontier_key(&run->frontier, run->frontier.place[page]) +
	       ((const struct state *)run->state)->shared;
}

static const struct sp_strategy_work work = {
	.kinds = SP_LARGEST_FIRST, .begin = begin, .seed = seed,
	.ready = ready, .next = next, .download = download, .key = key_of,
	.end = end
};

static const struct sp_strategy_option options[] = {
	{ "init", SP_STRATEGY_CHOICE, 0, 0, 0, "all|seeds",
	  "who has cash in the beginning" },
	{ "dangling", SP_STRATEGY_CHOICE, 0, 0, 0, "drop|virtual",
	  "the cash of a page without links is lost, or goes to all pages" },
	{ NULL, 0, 0, 0, 0, NULL, NULL }
};

const struct sp_strategy sp_order_opic = {
	.name = "opic", .help = "the page with most cash",
	.source = "Abiteboul, Preda and Cobena 2003", .options = options,
	.work = &work
};
