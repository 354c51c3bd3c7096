/* SPDX-License-Identifier: MIT */
/*
 * FICA and FICA+: the page at the smallest logarithmic distance from the
 * seeds (algorithms.md sections 3.5 and 3.6; Zareh Bidoki, Yazdani and Ghodsi
 * 2009; Golshani, Derhami and ZarehBidoki 2011).
 */
#include "crawl/engine.h"

#include "base/memory.h"
#include "crawl/learning.h"

#include <stdlib.h>

struct state {
	struct sp_learning learning;
	double gamma, start;
	bool learns;       /* fica: rule=rl */
};

static enum sp_status
allocate(struct sp_run *run, struct sp_error *err)
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
	sp_find(run, page, ((struct state *)run->state)->start);
}

/* ---- fica ------------------------------------------------------------- */

enum { FICA_GAMMA, FICA_RULE, FICA_BETA, FICA_PERIOD };

static enum sp_status
begin_fica(struct sp_run *run, struct sp_error *err)
{
	enum sp_status status = allocate(run, err);
	struct state *state = run->state;

	if (status)
		return status;
	state->gamma = sp_value(run, FICA_GAMMA);
	state->learns = sp_value(run, FICA_RULE) > 0;
	sp_learning_init(&state->learning, sp_period(run, FICA_PERIOD),
			 sp_value(run, FICA_BETA));
	return SP_OK;
}

static enum sp_status
download_fica(struct sp_run *run, double distance, const uint32_t *successors,
	      uint32_t count, struct sp_error *err)
{
	struct sp_frontier *frontier = &run->frontier;
	struct state *state = run->state;
	double offer, alpha;

	(void)err;
	sp_learning_step(&state->learning, run->size);
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
			sp_find(run, page, offer);
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

static const struct sp_strategy_work fica = {
	.kinds = SP_LEAST_FIRST, .begin = begin_fica, .seed = seed,
	.download = download_fica, .end = end
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
	.source = "Zareh Bidoki, Yazdani and Ghodsi 2009",
	.options = fica_options, .work = &fica
};

/* ---- fica+ ------------------------------------------------------------ */

enum { PLUS_GAMMA, PLUS_BETA, PLUS_PERIOD, PLUS_START };

static enum sp_status
begin_plus(struct sp_run *run, struct sp_error *err)
{
	enum sp_status status = allocate(run, err);
	struct state *state = run->state;

	if (status)
		return status;
	state->gamma = sp_value(run, PLUS_GAMMA);
	state->start = sp_value(run, PLUS_START);
	sp_learning_init(&state->learning, sp_period(run, PLUS_PERIOD),
			 sp_value(run, PLUS_BETA));
	return SP_OK;
}

static enum sp_status
download_plus(struct sp_run *run, double distance, const uint32_t *successors,
	      uint32_t count, struct sp_error *err)
{
	struct sp_frontier *frontier = &run->frontier;
	struct state *state = run->state;
	double offer, alpha;

	(void)err;
	sp_learning_step(&state->learning, run->size);
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
			sp_find(run, page, offer);
			continue;
		}
		old = sp_frontier_key(frontier, place);
		factor = sp_factor(old, distance, 0, &run->report->guards);
		sp_frontier_change(frontier, place,
			(1 - alpha) * old + alpha * offer - log10(factor));
	}
	return SP_OK;
}

static const struct sp_strategy_work plus = {
	.kinds = SP_LEAST_FIRST, .begin = begin_plus, .seed = seed,
	.download = download_plus, .end = end
};

static const struct sp_strategy_option plus_options[] = {
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
	.options = plus_options, .work = &plus
};
