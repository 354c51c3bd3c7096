/* SPDX-License-Identifier: MIT */
/*
 * Depth-first: the links of the page downloaded last, in their order
 * (seedpipe-algorithms(7), 2.2).  A page found again moves up, as if it were
 * found now, so that the order is that of a recursion.
 *
 * The key is the number of the find; the links of a page count from the last
 * to the first.
 */
#include "crawl/engine.h"

#include "base/memory.h"

#include <stdlib.h>

struct dfs_state {
	double finds;
};

static enum sp_status
dfs_begin(struct sp_crawl_state *crawl, struct sp_error *err)
{
	crawl->state = sp_alloc_zero(1, sizeof(struct dfs_state));
	return crawl->state ? SP_OK : sp_no_memory(err, "a crawl");
}

static void
dfs_end(struct sp_crawl_state *crawl)
{
	free(crawl->state);
}

static void
dfs_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page(crawl, page, 1 - (double)crawl->seeds);
}

static enum sp_status
dfs_download(struct sp_crawl_state *crawl, double key,
	     const uint32_t *successors, uint32_t count, struct sp_error *err)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct dfs_state *state = crawl->state;

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
			sp_queue_page(crawl, page, find);
	}
	state->finds += count;
	return SP_OK;
}

static const struct sp_strategy_work dfs_work = {
	.kinds = SP_LARGEST_FIRST, .begin = dfs_begin, .seed = dfs_seed,
	.download = dfs_download, .end = dfs_end
};

const struct sp_strategy sp_order_dfs = {
	.name = "dfs",
	.help = "depth-first: a link of the page downloaded last",
	.source = "baseline", .work = &dfs_work
};
