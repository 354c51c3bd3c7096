/* SPDX-License-Identifier: MIT */
/*
 * FICA+: as FICA, but each further link to a queued page also corrects its
 * distance by how far it is beyond the parent (seedpipe-algorithms(7), 3.6;
 * Golshani, Derhami and ZarehBidoki 2011).  A reconstruction: the paper's
 * formulas are not available.
 *
 * The first link only sets the distance; every later one moves it as FICA's
 * rule=rl does and subtracts log10(f), where f says how many times farther the
 * page is than the one that links to it. f is not defined for all pairs of
 * distances, and guards take its place (learning.h).
 */
#include "crawl/orders/learning.h"

enum { FICAPLUS_GAMMA, FICAPLUS_BETA, FICAPLUS_PERIOD, FICAPLUS_START };

struct ficaplus_state {
	struct sp_learning learning;
};

static enum sp_status
ficaplus_begin(struct sp_crawl_state *crawl)
{
	struct ficaplus_state *state = crawl->state;

	sp_learning_init(&state->learning, crawl, FICAPLUS_PERIOD,
			 FICAPLUS_BETA);
	return SP_OK;
}

static enum sp_status
ficaplus_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page(crawl, page, sp_option_value(crawl, FICAPLUS_START));
	return SP_OK;
}

static enum sp_status
ficaplus_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		  uint32_t count)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct ficaplus_state *state = crawl->state;
	double distance = crawl->key, offer, alpha;

	sp_learning_step(&state->learning, crawl->size);
	if (!count)
		return SP_OK;
	alpha = state->learning.alpha;
	offer = log10(count) +
		sp_option_value(crawl, FICAPLUS_GAMMA) * distance;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];
		double old, factor;

		if (sp_is_done(frontier, page))
			continue;
		if (sp_is_unseen(frontier, page)) {
			sp_queue_page(crawl, page, offer);
			continue;
		}
		old = sp_frontier_key(frontier, page);
		factor = sp_distance_factor(old, distance, 0,
					    &crawl->report->guards);
		sp_frontier_change(frontier, page,
				   (1 - alpha) * old + alpha * offer -
					   log10(factor));
	}
	return SP_OK;
}

static const struct sp_strategy_work ficaplus_work = {
	.state_size = sizeof(struct ficaplus_state), .kinds = SP_LEAST_FIRST,
	.begin = ficaplus_begin, .seed = ficaplus_seed,
	.download = ficaplus_download,
	.meaning = SP_KEY_DISTANCE
};

static const struct sp_parameter ficaplus_options[] = {
	[FICAPLUS_GAMMA] = SP_OPTION_REAL("gamma", 0, 1, 0.3,
		"weight of the parent's distance"),
	[FICAPLUS_BETA] = SP_OPTION_REAL("beta", 0, 1e3, 0.1,
		"decay of the learning rate"),
	[FICAPLUS_PERIOD] = SP_OPTION_PERIOD("k",
		"lower the learning rate every K downloads"),
	[FICAPLUS_START] = SP_OPTION_REAL("d0", -1e3, 1e3, 0.3,
		"distance of the seeds"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_ficaplus = {
	.name = "ficaplus",
	.help = "as fica, corrected by each further link (a reconstruction)",
	.source = "Golshani, Derhami and ZarehBidoki 2011",
	.options = ficaplus_options, .work = &ficaplus_work
};
