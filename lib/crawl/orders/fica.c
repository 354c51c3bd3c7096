/* SPDX-License-Identifier: MIT */
/*
 * FICA: the page at the smallest logarithmic distance from the seeds
 * (seedpipe-algorithms(7), 3.5; Zareh Bidoki, Yazdani and Ghodsnia 2009).
 *
 * A link from a page with n links at distance d offers log10(n) + gamma d.
 * With rule=min keys only get better, as in Dijkstra's algorithm; but gamma
 * shrinks distances, so that a page may be nearer than one that was downloaded
 * before it.  With rule=rl a queued page moves a part alpha of the way to each
 * offer, better or worse, and alpha falls every k downloads (learning.h).
 *
 * O(i) in the logarithm is the number of all links of the page, also those to
 * pages that are done, so it is taken before sp_open_links() leaves these out.
 */
#include "crawl/orders/learning.h"

enum { FICA_GAMMA, FICA_RULE, FICA_BETA, FICA_PERIOD };

struct fica_state {
	struct sp_learning learning;
};

static enum sp_status
fica_begin(struct sp_crawl_state *crawl)
{
	struct fica_state *state = crawl->state;

	sp_learning_init(&state->learning, crawl, FICA_PERIOD, FICA_BETA);
	return SP_OK;
}

static enum sp_status
fica_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page(crawl, page, 0);
	return SP_OK;
}

/* A link offers its distance to a page that is queued. */
static inline void
fica_update(struct sp_crawl_state *crawl, uint32_t page, double offer)
{
	const struct fica_state *state = crawl->state;
	struct sp_frontier *frontier = &crawl->frontier;
	double alpha = state->learning.alpha;
	double old = sp_frontier_key(frontier, page);

	if (sp_option_value(crawl, FICA_RULE) > 0)
		sp_frontier_change(frontier, page,
				   (1 - alpha) * old + alpha * offer);
	else if (offer < old)
		sp_frontier_improve(frontier, page, offer);
}

static enum sp_status
fica_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	      uint32_t count)
{
	struct fica_state *state = crawl->state;
	double offer;

	sp_learning_step(&state->learning, crawl->size);
	if (!count)
		return SP_OK;
	/* The more links a page has, the farther is each of them. */
	offer = log10(count) + sp_option_value(crawl, FICA_GAMMA) * crawl->key;
	if (sp_open_links(crawl, &successors, &count))
		return crawl->err->status;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];

		if (sp_is_unseen(&crawl->frontier, page))
			sp_queue_page(crawl, page, offer);
		else
			fica_update(crawl, page, offer);
	}
	return SP_OK;
}

/* Only what learns has a learning rate. */
static bool
fica_no_period(const double *values)
{
	return values[FICA_RULE] == 0;
}

/* A value that is given and equal to the default does no harm. */
static const char *
fica_fault(const double *values)
{
	const double beta = sp_order_fica.options[FICA_BETA].initial;

	if (values[FICA_RULE] > 0 ||
	    (values[FICA_BETA] <= beta && values[FICA_BETA] >= beta &&
	     !(values[FICA_PERIOD] > 0)))
		return NULL;
	return "k and beta need rule=rl: without it nothing is learned";
}

static const struct sp_strategy_work fica_work = {
	.state_size = sizeof(struct fica_state), .kinds = SP_LEAST_FIRST,
	.begin = fica_begin, .seed = fica_seed, .download = fica_download,
	.no_period = fica_no_period, .fault = fica_fault,
	.meaning = SP_KEY_DISTANCE
};

static const struct sp_parameter fica_options[] = {
	[FICA_GAMMA] = SP_OPTION_REAL("gamma", 0, 1, 0.3,
		"weight of the parent's distance"),
	[FICA_RULE] = SP_OPTION_CHOICE("rule", "min|rl",
		"keep a queued page's smallest distance, or learn"),
	[FICA_BETA] = SP_OPTION_REAL("beta", 0, 1e3, 0.1,
		"rl: decay of the learning rate"),
	[FICA_PERIOD] = SP_OPTION_PERIOD("k",
		"rl: lower the learning rate every K downloads"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_fica = {
	.name = "fica",
	.help = "the smallest logarithmic distance from the seeds",
	.source = "Zareh Bidoki, Yazdani and Ghodsnia 2009",
	.options = fica_options, .work = &fica_work
};
