/* SPDX-License-Identifier: MIT */
/*
 * Omniscient: the queued page with the largest true score
 * (seedpipe-algorithms(7), 2.2; Baeza-Yates et al. 2005).  No crawler knows
 * the score; the order is an upper bound for those that have a frontier, and
 * not for all orders: it still has to find a page before it can download it.
 */
#include "crawl/orders/orders.h"

#include <math.h>

/* Before the crawl: the engine reports a NaN only when its page is chosen. */
static enum sp_status
omniscient_begin(struct sp_crawl_state *crawl)
{
	for (uint64_t page = 0; page < crawl->abroad; page++)
		if (isnan(crawl->input->score[page]))
			return sp_fail(crawl->err, SP_DATA, "the score of page "
				       "%" PRIu64 " is not a number", page);
	return SP_OK;
}

static enum sp_status
omniscient_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page(crawl, page, crawl->input->score[page]);
	return SP_OK;
}

static enum sp_status
omniscient_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		    uint32_t count)
{
	const double *score = crawl->input->score;

	for (uint32_t i = 0; i < count; i++)
		if (sp_is_unseen(&crawl->frontier, successors[i]))
			sp_queue_page(crawl, successors[i],
				      score[successors[i]]);
	return SP_OK;
}

static const struct sp_strategy_work omniscient_work = {
	.kinds = SP_LARGEST_FIRST, .begin = omniscient_begin,
	.seed = omniscient_seed, .download = omniscient_download
};

const struct sp_strategy sp_order_omniscient = {
	.name = "omniscient",
	.help = "the largest benchmark score, unknown to real crawlers",
	.source = "Baeza-Yates et al. 2005", .needs = SP_NEEDS_SCORE,
	.work = &omniscient_work
};
