/* SPDX-License-Identifier: MIT */
/*
 * Batch PageRank: by the PageRank of what was seen at the last of periodic
 * recomputations; pages found since follow in turn (algorithms.md section
 * 3.2; Cho, Garcia-Molina and Page 1998).
 */
#include "crawl/engine.h"

#include "base/memory.h"
#include "crawl/ranking.h"

#include <stdlib.h>

struct state {
	struct sp_ranking ranking;
	uint64_t period;
};

static enum sp_status
begin(struct sp_run *run, struct sp_error *err)
{
	struct state *state = sp_alloc_zero(1, sizeof(*state));

	run->state = state;
	if (!state)
		return sp_no_memory(err, "a crawl");
	state->period = sp_period(run, SP_RANKING_PERIOD);
	return sp_ranking_init(&state->ranking, run, err);
}

static void
end(struct sp_run *run)
{
	struct state *state = run->state;

	if (state)
		sp_ranking_free(&state->ranking);
	free(state);
}

static void
seed(struct sp_run *run, uint32_t page)
{
	sp_find_in_turn(run, page);
}

static double
rank_of(void *context, uint32_t page)
{
	return ((struct state *)context)->ranking.rank[page];
}

static enum sp_status
download(struct sp_run *run, double key, const uint32_t *successors,
	 uint32_t count, struct sp_error *err)
{
	const uint32_t *place = run->frontier.place;
	struct state *state = run->state;

	(void)key;
	for (uint32_t i = 0; i < count; i++)
		if (place[successors[i]] == SP_UNSEEN)
			sp_find_in_turn(run, successors[i]);
	if (run->size % state->period || !run->frontier.count)
		return SP_OK;
	if (sp_ranking_update(&state->ranking, run, err))
		return err->status;
	sp_frontier_reorder(&run->frontier, rank_of, state);
	return SP_OK;
}

static const struct sp_strategy_work work = {
	.kinds = SP_LARGEST_FIRST | SP_IN_TURN, .begin = begin, .seed = seed,
	.download = download, .end = end
};

static const struct sp_strategy_option options[] = {
	SP_RANKING_OPTIONS,
	{ NULL, 0, 0, 0, 0, NULL, NULL }
};

const struct sp_strategy sp_order_batchpr = {
	.name = "batchpr", .help = "the largest PageRank at the last ranking",
	.source = "Cho, Garcia-Molina and Page 1998", .options = options,
	.work = &work
};
