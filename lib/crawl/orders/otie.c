/* SPDX-License-Identifier: MIT */
/*
 * On-line topical importance estimation: OPIC from the seeds, where pages off
 * the topic hand on little of their cash, and links to relevant text get more
 * of it (seedpipe-algorithms(7), 4.6; Wang et al. 2009).  Experimental: the
 * paper's formulas were not at hand, and this is a reconstruction.
 */
#include "crawl/orders/topic.h"

#include "base/memory.h"

#include <stdlib.h>

enum { OTIE_LAMBDA, OTIE_FLOOR };

struct otie_state {
	double lambda, floor;
	double *weights, *contexts; /* of the links of one page */
	uint64_t weights_capacity, contexts_capacity;
};

static enum sp_status
otie_begin(struct sp_crawl_state *crawl)
{
	struct otie_state *state = crawl->state;

	state->lambda = sp_option_value(crawl, OTIE_LAMBDA);
	state->floor = sp_option_value(crawl, OTIE_FLOOR);
	return SP_OK;
}

static void
otie_end(struct sp_crawl_state *crawl)
{
	struct otie_state *state = crawl->state;

	free(state->weights);
	free(state->contexts);
}

static enum sp_status
otie_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page(crawl, page, crawl->share);
	return SP_OK;
}

static double
otie_larger(double a, double b)
{
	return a > b ? a : b;
}

/*
 * The weights of the links of crawl->page; their sum is added to *total.  A
 * link that has both texts is as good as the better one; one without any is as
 * good as its page.
 */
static enum sp_status
otie_weigh(struct sp_crawl_state *crawl, const uint32_t *successors,
	   uint32_t count, double *total)
{
	const struct sp_crawl_input *input = crawl->input;
	struct otie_state *state = crawl->state;
	double own = input->relevance[crawl->page];

	if (!sp_grow(&state->weights, &state->weights_capacity,
		     count + UINT64_C(1)) ||
	    !sp_grow(&state->contexts, &state->contexts_capacity,
		     count + UINT64_C(1)))
		return sp_no_memory(crawl->err, "the scores of links");
	sp_link_scores_find(input->anchors, crawl->page, successors, count, -1,
			    state->weights);
	sp_link_scores_find(input->contexts, crawl->page, successors, count,
			    -1, state->contexts);
	for (uint32_t i = 0; i < count; i++) {
		double link = otie_larger(state->weights[i],
					  state->contexts[i]);

		state->weights[i] = otie_larger(
			state->floor,
			state->lambda * own +
				(1 - state->lambda) * (link < 0 ? own : link));
		*total += state->weights[i];
	}
	return SP_OK;
}

static enum sp_status
otie_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	      uint32_t count)
{
	struct sp_frontier *frontier = &crawl->frontier;
	const struct otie_state *state = crawl->state;
	double forward = crawl->key * otie_larger(
		state->floor, crawl->input->relevance[crawl->page]);
	double total = 0, part;

	if (otie_weigh(crawl, successors, count, &total))
		return crawl->err->status;
	/* Without a floor, a page off the topic has no good link. */
	part = total > 0 ? forward / total : 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];
		double gift = part * state->weights[i];

		if (sp_is_done(frontier, page))
			continue;
		if (sp_is_unseen(frontier, page))
			sp_queue_page_given(crawl, page, 0, gift);
		else
			sp_frontier_improve(frontier, page,
				sp_frontier_key(frontier, page) + gift);
	}
	return SP_OK;
}

static const struct sp_strategy_work otie_work = {
	.state_size = sizeof(struct otie_state), .kinds = SP_LARGEST_FIRST,
	.alone = SP_TOPIC_ALONE,
	.carries = true, .uses_link_scores = true, .begin = otie_begin,
	.seed = otie_seed, .download = otie_download, .end = otie_end
};

static const struct sp_strategy_option otie_options[] = {
	[OTIE_LAMBDA] = SP_OPTION_REAL("lambda", 0, 1, 0.5,
		"weight of the linking page, against the text of the link"),
	[OTIE_FLOOR] = SP_OPTION_REAL("floor", 0, 1, 0.05,
		"least factor for what is off the topic"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_otie = {
	.name = "otie",
	.help = "the most cash, handed on by relevance (experimental)",
	.source = "Wang et al. 2009", .options = otie_options,
	.needs = SP_NEEDS_RELEVANCE, .work = &otie_work
};
