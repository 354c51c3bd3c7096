/* SPDX-License-Identifier: MIT */
/*
 * Partial PageRank: as batch PageRank, but pages found since the last
 * recomputation have a temporary rank, the sum of what the pages that link to
 * them would give (algorithms.md section 3.3; Baeza-Yates et al. 2005).
 *
 * A bounded frontier keeps a second heap, the worst page first.
 */
#include "crawl/engine.h"

#include "base/memory.h"
#include "crawl/ranking.h"

#include <stdlib.h>

enum { UPDATE = SP_RANKING_OPTION_COUNT };

struct state {
	struct sp_ranking ranking;
	uint64_t period;
	bool update_all;
	struct sp_heap worst;   /* if the frontier is bounded */
	uint32_t *where;
};

static enum sp_status
begin(struct sp_run *run, struct sp_error *err)
{
	struct state *state = sp_alloc_zero(1, sizeof(*state));

	run->state = state;
	if (!state)
		return sp_no_memory(err, "a crawl");
	state->period = sp_period(run, SP_RANKING_PERIOD);
	state->update_all = sp_value(run, UPDATE) > 0;
	if (run->options->max_frontier) {
		state->where = sp_alloc_large_zero(run->pages,
						   sizeof(uint32_t));
		if (!state->where || !sp_heap_init(&state->worst, run->pages,
						   state->where))
			return sp_no_memory(err, "the frontier");
	}
	return sp_ranking_init(&state->ranking, run, err);
}

static void
end(struct sp_run *run)
{
	struct state *state = run->state;

	if (!state)
		return;
	sp_ranking_free(&state->ranking);
	sp_heap_free(&state->worst);
	free(state->where);
	free(state);
}

/* ---- the frontier, and its other end ---------------------------------- */

/* The worst of equals is the one found last, whatever the tie is. */

static void
find(struct sp_run *run, uint32_t page, double key)
{
	struct state *state = run->state;
	struct sp_frontier *frontier = &run->frontier;

	sp_find(run, page, key);
	if (state->where && frontier->place[page] != SP_UNSEEN) {
		uint32_t stamp = (uint32_t)(frontier->stamps - 1);

		sp_heap_push(&state->worst, (struct sp_slot){
			key, sp_slot_rank(UINT32_MAX - stamp, page) });
	}
}

static void
add(struct sp_run *run, uint32_t page, double share)
{
	struct state *state = run->state;
	struct sp_frontier *frontier = &run->frontier;
	uint32_t place = frontier->place[page];
	double key = sp_frontier_key(frontier, place) + share;

	sp_frontier_better(frontier, place, key);
	if (state->where)
		sp_heap_raise(&state->worst, state->where[page], key);
}

static void
drop_worst(struct sp_run *run)
{
	struct state *state = run->state;

	while (run->frontier.count > run->options->max_frontier) {
		struct sp_slot slot = sp_heap_pop(&state->worst);
		uint32_t page = sp_slot_item(&slot);

		/* Found again, it is new. */
		state->ranking.seen[page / 64] &= ~(UINT64_C(1) << page % 64);
		sp_lose(run, page);
	}
}

static double
rank_of(void *context, uint32_t page)
{
	return ((struct state *)context)->ranking.rank[page];
}

static void
reorder(struct sp_run *run)
{
	struct state *state = run->state;
	struct sp_heap *worst = &state->worst;

	sp_frontier_reorder(&run->frontier, rank_of, state);
	if (!state->where)
		return;
	for (uint64_t at = SP_HEAP_ROOT; at < worst->end; at++)
		worst->slots[at].key =
			rank_of(state, sp_slot_item(&worst->slots[at]));
	sp_heap_rebuild(worst);
}

/* ---- the strategy ----------------------------------------------------- */

/* A seed is not new: links found do not change its rank. */
static void
seed(struct sp_run *run, uint32_t page)
{
	struct state *state = run->state;

	find(run, page, 0);
	state->ranking.seen[page / 64] |= UINT64_C(1) << page % 64;
}

static enum sp_status
ready(struct sp_run *run, struct sp_error *err)
{
	struct state *state = run->state;
	struct sp_heap *heap = &run->frontier.heap;
	double share = 1 / (double)run->seeds;

	(void)err;
	/* Equal keys before and after: both heaps are in order. */
	for (uint64_t at = SP_HEAP_ROOT; at < heap->end; at++)
		heap->slots[at].key = -share;
	for (uint64_t at = SP_HEAP_ROOT; at < state->worst.end; at++)
		state->worst.slots[at].key = share;
	return SP_OK;
}

static enum sp_status
next(struct sp_run *run, struct sp_next *next_page, struct sp_error *err)
{
	struct state *state = run->state;
	enum sp_status status = sp_next_best(run, next_page, err);

	if (!status && !next_page->none && state->where)
		sp_heap_remove(&state->worst, state->where[next_page->page]);
	return status;
}

static enum sp_status
download(struct sp_run *run, double estimate, const uint32_t *successors,
	 uint32_t count, struct sp_error *err)
{
	const uint32_t *place = run->frontier.place;
	struct state *state = run->state;
	double share = count ? estimate / count : 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];

		if (place[page] & SP_DONE)
			continue;
		if (place[page] == SP_UNSEEN)
			find(run, page, share);
		else if (state->update_all ||
			 !sp_ranking_has(&state->ranking, page))
			add(run, page, share);
	}
	if (run->options->max_frontier)
		drop_worst(run);
	if (run->size % state->period || !run->frontier.count)
		return SP_OK;
	if (sp_ranking_update(&state->ranking, run, err))
		return err->status;
	reorder(run);
	return SP_OK;
}

static const struct sp_strategy_work work = {
	.kinds = SP_LARGEST_FIRST, .worst_leaves = true, .begin = begin,
	.seed = seed, .ready = ready, .next = next, .download = download,
	.end = end
};

static const struct sp_strategy_option options[] = {
	SP_RANKING_OPTIONS,
	{ "update", SP_STRATEGY_CHOICE, 0, 0, 0, "new|all",
	  "whose rank grows with links found: pages found since the last "
	  "ranking, or all" },
	{ NULL, 0, 0, 0, 0, NULL, NULL }
};

const struct sp_strategy sp_order_partialpr = {
	.name = "partialpr",
	.help = "the largest PageRank, estimated for new pages",
	.source = "Baeza-Yates et al. 2005", .options = options, .work = &work
};
