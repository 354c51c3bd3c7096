/* SPDX-License-Identifier: MIT */
/*
 * FICA and FICA+: the page at the smallest logarithmic distance from the
 * seeds (seedpipe-algorithms(7), 3.5 and 3.6; Zareh Bidoki, Yazdani and
 * Ghodsnia 2009; Golshani, Derhami and ZarehBidoki 2011).
 */
#include "crawl/engine.h"

#include "base/memory.h"
#include "crawl/learning.h"

#include <stdlib.h>

struct fica_state {
	struct sp_learning learning;
	double gamma, start;
	bool learns;       /* fica: rule=rl */
};

static enum sp_status
fica_allocate(struct sp_crawl_state *crawl, struct sp_error *err)
{
	crawl->state = sp_alloc_zero(1, sizeof(struct fica_state));
	return crawl->state ? SP_OK : sp_no_memory(err, "a crawl");
}

static void
fica_end(struct sp_crawl_state *crawl)
{
	free(crawl->state);
}

static void
fica_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page(crawl, page, ((struct fica_state *)crawl->state)->start);
}

/* ---- fica ------------------------------------------------------------- */

enum { FICA_GAMMA, FICA_RULE, FICA_BETA, FICA_PERIOD };

static enum sp_status
fica_begin(struct sp_crawl_state *crawl, struct sp_error *err)
{
	enum sp_status status = fica_allocate(crawl, err);
	struct fica_state *state = crawl->state;

	if (status)
		return status;
	state->gamma = sp_option_value(crawl, FICA_GAMMA);
	state->learns = sp_option_value(crawl, FICA_RULE) > 0;
	sp_learning_init(&state->learning, sp_option_period(crawl, FICA_PERIOD),
			 sp_option_value(crawl, FICA_BETA));
	return SP_OK;
}

static enum sp_status
fica_download(struct sp_crawl_state *crawl, double distance,
	      const uint32_t *successors, uint32_t count, struct sp_error *err)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct fica_state *state = crawl->state;
	double offer, alpha;

	(void)err;
	sp_learning_step(&state->learning, crawl->size);
	if (!count)
		return SP_OK;
	alpha = state->learning.alpha;
	offer = log10(count) + state->gamma * distance;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i], place = frontier->place[page];
		double old;

		if (place & SP_DONE)
			continue;
		if (place == SP_UNSEEN) {
			sp_queue_page(crawl, page, offer);
			continue;
		}
		old = sp_frontier_key(frontier, place);
		if (state->learns)
			sp_frontier_change(frontier, place,
				(1 - alpha) * old + alpha * offer);
		else if (offer < old)
			sp_frontier_better(frontier, place, offer);
	}
	return SP_OK;
}

static const struct sp_strategy_work fica_work = {
	.kinds = SP_LEAST_FIRST, .begin = fica_begin, .seed = fica_seed,
	.download = fica_download, .end = fica_end
};

static const struct sp_strategy_option fica_options[] = {
	{ "gamma", SP_STRATEGY_REAL, 0, 1, 0.3, NULL,
	  "what counts of the distance of the parent" },
	{ "rule", SP_STRATEGY_CHOICE, 0, 0, 0, "min|rl",
	  "a queued page keeps the least distance, or learns" },
	{ "beta", SP_STRATEGY_REAL, 0, 1e3, 0.1, NULL,
	  "how fast the learning rate falls" },
	{ "k", SP_STRATEGY_PERIOD, 1, 0, SP_PERIOD_COMMON, NULL,
	  "it falls after every so many downloads" },
	{ NULL, 0, 0, 0, 0, NULL, NULL }
};

const struct sp_strategy sp_order_fica = {
	.name = "fica", .help = "the least logarithmic distance",
	.source = "Zareh Bidoki, Yazdani and Ghodsnia 2009",
	.options = fica_options, .work = &fica_work
};

/* ---- fica+ ------------------------------------------------------------ */

enum { FICAPLUS_GAMMA, FICAPLUS_BETA, FICAPLUS_PERIOD, FICAPLUS_START };

static enum sp_status
ficaplus_begin(struct sp_crawl_state *crawl, struct sp_error *err)
{
	enum sp_status status = fica_allocate(crawl, err);
	struct fica_state *state = crawl->state;

	if (status)
		return status;
	state->gamma = sp_option_value(crawl, FICAPLUS_GAMMA);
	state->start = sp_option_value(crawl, FICAPLUS_START);
	sp_learning_init(&state->learning, sp_option_period(crawl,
							    FICAPLUS_PERIOD),
			 sp_option_value(crawl, FICAPLUS_BETA));
	return SP_OK;
}

static enum sp_status
ficaplus_download(struct sp_crawl_state *crawl, double distance,
		  const uint32_t *successors, uint32_t count,
		  struct sp_error *err)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct fica_state *state = crawl->state;
	double offer, alpha;

	(void)err;
	sp_learning_step(&state->learning, crawl->size);
	if (!count)
		return SP_OK;
	alpha = state->learning.alpha;
	offer = log10(count) + state->gamma * distance;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i], place = frontier->place[page];
		double old, factor;

		if (place & SP_DONE)
			continue;
		if (place == SP_UNSEEN) {
			sp_queue_page(crawl, page, offer);
			continue;
		}
		old = sp_frontier_key(frontier, place);
		factor = sp_distance_factor(old, distance, 0,
					    &crawl->report->guards);
		sp_frontier_change(frontier, place,
			(1 - alpha) * old + alpha * offer - log10(factor));
	}
	return SP_OK;
}

static const struct sp_strategy_work ficaplus_work = {
	.kinds = SP_LEAST_FIRST, .begin = ficaplus_begin, .seed = fica_seed,
	.download = ficaplus_download, .end = fica_end
};

static const struct sp_strategy_option ficaplus_options[] = {
	{ "gamma", SP_STRATEGY_REAL, 0, 1, 0.3, NULL,
	  "what counts of the distance of the parent" },
	{ "beta", SP_STRATEGY_REAL, 0, 1e3, 0.1, NULL,
	  "how fast the learning rate falls" },
	{ "k", SP_STRATEGY_PERIOD, 1, 0, SP_PERIOD_COMMON, NULL,
	  "it falls after every so many downloads" },
	{ "d0", SP_STRATEGY_REAL, -1e3, 1e3, 0.3, NULL,
	  "the distance of the seeds" },
	{ NULL, 0, 0, 0, 0, NULL, NULL }
};

const struct sp_strategy sp_order_ficaplus = {
	.name = "ficaplus",
	.help = "FICA with the links from pages seen (a reconstruction)",
	.source = "Golshani, Derhami and ZarehBidoki 2011",
	.options = ficaplus_options, .work = &ficaplus_work
};
