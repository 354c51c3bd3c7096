/* SPDX-License-Identifier: MIT */
/*
 * Depth-first: the links of the page downloaded last, in their order
 * (seedpipe-algorithms(7), 2.2).  A page found again moves to the front, as if
 * it were found now, so that the order is that of a recursive search.
 *
 * The key is the number of the discovery; the links of one page are numbered
 * from the last to the first, so that the first has the largest key.  All keys
 * differ, and no rule for ties is ever asked.  Whole numbers are exact in a
 * double up to 2^53 links.
 */
#include "crawl/orders/orders.h"

struct dfs_state {
	double finds;
};

/*
 * Seeds get 0, -1, -2 and so on: the others come after all links of the first.
 * (Not 0 - stamps: gcc 12 compiles that as a negation, and 0 becomes -0.)
 */
static enum sp_status
dfs_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page(crawl, page, 1 - (double)(crawl->frontier.stamps + 1));
	return SP_OK;
}

/*
 * finds counts all links, also those to pages that are done: gaps among keys
 * do no harm, and a link that is refused by a limit must not shift the others.
 * Pages are admitted in the stored order, first link first, although the first
 * has the largest number.
 */
static enum sp_status
dfs_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	     uint32_t count)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct dfs_state *state = crawl->state;

	/* In the stored order, in which limits admit pages. */
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];
		double find = state->finds + (count - i);

		if (sp_is_done(frontier, page))
			continue;
		if (sp_is_unseen(frontier, page))
			sp_queue_page(crawl, page, find);
		else
			sp_frontier_improve(frontier, page, find);
	}
	state->finds += count;
	return SP_OK;
}

static const struct sp_strategy_work dfs_work = {
	.state_size = sizeof(struct dfs_state), .kinds = SP_LARGEST_FIRST,
	.seed = dfs_seed, .download = dfs_download
};

const struct sp_strategy sp_order_dfs = {
	.name = "dfs", .help = "depth-first: a link of the latest download",
	.source = "baseline", .work = &dfs_work
};
