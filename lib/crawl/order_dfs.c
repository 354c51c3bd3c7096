/* SPDX-License-Identifier: MIT */
/*
 * Depth-first: the links of the page downloaded last, in their order
 * (algorithms.md section 2.2).  A page found again moves up, as if it were
 * found now, so that the order is that of a recursion.
 *
 * The key is the number of the find; the links of a page count from the last
 * to the first.
 */
#include "crawl/engine.h"

#include "base/memory.h"

#include <stdlib.h>

struct state {
	double finds;
};

static enum sp_status
begin(struct sp_run *run, struct sp_error *err)
{
	run->state = sp_alloc_zero(1, sizeof(struct state));
	return run->state ? SP_OK : sp_no_memory(err, "a crawl");
}

static void
end(struct sp_run *run)
{
	free(run->state);
}

static void
seed(struct sp_run *run, uint32_t page)
{
	sp_find(run, page, 1 - (double)run->seeds);
}

static enum sp_status
download(struct sp_run *run, double key, const uint32_t *successors,
	 uint32_t count, struct sp_error *err)
{
	struct sp_frontier *frontier = &run->frontier;
	struct state *state = run->state;

	(void)key;
	(void)err;
	/* In the stored order, in which limits admit pages. */
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i], place = frontier->place[page];
		double find = state->finds + (count - i);

		if (place & SP_DONE)
			continue;
		if (place != SP_UNSEEN)
			sp_frontier_better(frontier, place, find);
		else
			sp_find(run, page, find);
	}
	state->finds += count;
	return SP_OK;
}

static const struct sp_strategy_work work = {
	.kinds = SP_LARGEST_FIRST, .begin = begin, .seed = seed,
	.download = download, .end = end
};

const struct sp_strategy sp_order_dfs = {
	.name = "dfs",
	.help = "depth-first: a link of the page downloaded last",
	.source = "baseline", .work = &work
};
