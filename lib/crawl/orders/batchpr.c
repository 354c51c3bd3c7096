/* SPDX-License-Identifier: MIT */
/*
 * Batch PageRank: the queued page with the largest PageRank, recomputed after
 * every period from what was seen; pages found since then follow in the order
 * of discovery (seedpipe-algorithms(7), 3.2; Cho, Garcia-Molina and Page
 * 1998).
 *
 * As in backlink.c, the heap has the pages of the last ranking and the queue
 * those found since.  Almost all of the time is the ranking (ranking.c): 40 a
 * crawl with k auto, each some tens of passes over the links seen, which is
 * why an order like this costs 200 times what bfs does (20 with method=local).
 *
 * Nothing is ranked when the frontier is empty: the crawl is over.
 */
#include "crawl/orders/orders.h"

#include "crawl/orders/ranking.h"

struct batchpr_state {
	struct sp_ranking ranking;
	uint64_t period;
};

static enum sp_status
batchpr_begin(struct sp_crawl_state *crawl)
{
	struct batchpr_state *state = crawl->state;

	state->period = sp_option_period(crawl, SP_RANKING_PERIOD);
	return sp_ranking_init(&state->ranking, crawl);
}

static void
batchpr_end(struct sp_crawl_state *crawl)
{
	struct batchpr_state *state = crawl->state;

	sp_ranking_free(&state->ranking);
}

static double
batchpr_rank_of(void *context, uint32_t page)
{
	const struct batchpr_state *state = context;

	return sp_ranking_of(&state->ranking, page);
}

static enum sp_status
batchpr_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		 uint32_t count)
{
	struct batchpr_state *state = crawl->state;

	if (sp_queue_links_in_turn(crawl, successors, count))
		return crawl->err->status;
	if (crawl->size % state->period || !crawl->frontier.count)
		return SP_OK;
	if (sp_ranking_update(&state->ranking, crawl))
		return crawl->err->status;
	sp_frontier_rekey(&crawl->frontier, batchpr_rank_of, state);
	return SP_OK;
}

static const struct sp_strategy_work batchpr_work = {
	.cost = 200,
	.state_size = sizeof(struct batchpr_state),
	.kinds = SP_LARGEST_FIRST | SP_IN_TURN, .begin = batchpr_begin,
	.download = batchpr_download, .end = batchpr_end
};

static const struct sp_parameter batchpr_options[] = {
	SP_RANKING_OPTIONS,
	SP_OPTION_END
};

const struct sp_strategy sp_order_batchpr = {
	.name = "batchpr", .help = "the largest PageRank at the last ranking",
	.source = "Cho, Garcia-Molina and Page 1998",
	.needs = SP_NEEDS_LINKS,
	.options = batchpr_options, .work = &batchpr_work
};
