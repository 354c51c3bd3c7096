/* SPDX-License-Identifier: MIT */
/*
 * On-line topical importance estimation: OPIC from the seeds, where pages off
 * the topic hand on little of their cash, and links to relevant text get more
 * of it (seedpipe-algorithms(7), 4.6; Wang et al. 2009).  Experimental: the
 * paper's formulas were not at hand, and this is a reconstruction.
 *
 * A page gives its cash times its relevance to its links, in proportion to
 * their weights.  Neither factor is below floor, so that cash also passes
 * through a page off the topic on its way to others.
 */
#include "crawl/orders/topic.h"

enum { OTIE_LAMBDA, OTIE_FLOOR };

struct otie_state {
	struct sp_link_texts texts;
};

static void
otie_end(struct sp_crawl_state *crawl)
{
	sp_link_texts_free(&((struct otie_state *)crawl->state)->texts);
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
 * Replaces the scores of the texts of links by the weights of the links, and
 * returns their sum.  A link that has both texts is as good as the better one;
 * one without any is as good as its page.
 */
static double
otie_weigh(const struct sp_crawl_state *crawl, uint32_t count, double own)
{
	const struct otie_state *state = crawl->state;
	double lambda = sp_option_value(crawl, OTIE_LAMBDA);
	double floor = sp_option_value(crawl, OTIE_FLOOR);
	double *weights = state->texts.anchors, total = 0;

	for (uint32_t i = 0; i < count; i++) {
		double link = otie_larger(weights[i],
					  state->texts.contexts[i]);

		weights[i] = otie_larger(
			floor, lambda * own +
				       (1 - lambda) * (link < 0 ? own : link));
		total += weights[i];
	}
	return total;
}

static enum sp_status
otie_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	      uint32_t count)
{
	struct otie_state *state = crawl->state;
	double own = crawl->input->relevance[crawl->page];
	double forward = crawl->key *
			 otie_larger(sp_option_value(crawl, OTIE_FLOOR), own);
	double total, part;

	if (sp_link_texts_find(&state->texts, crawl, successors, count, -1))
		return crawl->err->status;
	total = otie_weigh(crawl, count, own);
	/* Without a floor, a page off the topic has no good link. */
	part = total > 0 ? forward / total : 0;
	for (uint32_t i = 0; i < count; i++)
		if (!sp_is_done(&crawl->frontier, successors[i]))
			sp_give_page(crawl, successors[i], 0,
				     part * state->texts.anchors[i]);
	return SP_OK;
}

static const struct sp_strategy_work otie_work = {
	.state_size = sizeof(struct otie_state), .kinds = SP_LARGEST_FIRST,
	.alone = SP_TOPIC_ALONE,
	.carries = true, .uses_link_scores = true,
	.seed = otie_seed, .download = otie_download, .end = otie_end
};

static const struct sp_parameter otie_options[] = {
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
