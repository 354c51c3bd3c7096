/* SPDX-License-Identifier: MIT */
/*
 * Shark-search: fish-search with relevance that pages inherit, and with what
 * the texts of links and the texts around them say (seedpipe-algorithms(7),
 * 4.5; Hersovici et al. 1998).
 *
 * A page hands delta times its relevance to its links, or if it has none,
 * delta times what it inherited itself: so the score fades along paths off the
 * topic instead of ending.  inherited is 8 bytes a page, and is written with
 * the key that it explains.
 *
 * A page that waits takes a better score together with the parent and the
 * inheritance of that link; depth follows the rule of fish, whichever link is
 * better.
 */
#include "crawl/orders/topic.h"

#include "base/memory.h"

#include <stdlib.h>

enum { SHARK_DEPTH, SHARK_DELTA, SHARK_BETA, SHARK_GAMMA };

struct shark_state {
	struct sp_depth_left depth;
	double *inherited;   /* of each page that is queued or done */
	struct sp_link_texts texts;
};

static enum sp_status
shark_begin(struct sp_crawl_state *crawl)
{
	struct shark_state *state = crawl->state;

	state->inherited = sp_alloc_large_zero(crawl->pages, sizeof(double));
	if (!state->inherited)
		return sp_no_memory(crawl->err, "inherited scores");
	return sp_depth_left_init(&state->depth, crawl,
				  (uint16_t)sp_option_value(crawl,
							    SHARK_DEPTH),
				  false);
}

static void
shark_end(struct sp_crawl_state *crawl)
{
	struct shark_state *state = crawl->state;

	free(state->depth.left);
	free(state->inherited);
	sp_link_texts_free(&state->texts);
}

static enum sp_status
shark_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	struct shark_state *state = crawl->state;

	state->depth.left[page] = state->depth.most;
	state->inherited[page] = 1;
	sp_queue_page(crawl, page, 1);
	return SP_OK;
}

/* Link i of crawl->page leads to a page that is not done. */
static void
shark_follow(struct sp_crawl_state *crawl, uint32_t page, uint32_t i,
	     double inherited, uint16_t depth)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct shark_state *state = crawl->state;
	double anchor = state->texts.anchors[i];
	/* A text that is relevant makes the text around it relevant. */
	double context = anchor > 0 ? 1 : state->texts.contexts[i];
	double beta = sp_option_value(crawl, SHARK_BETA);
	double gamma = sp_option_value(crawl, SHARK_GAMMA);
	double near = beta * anchor + (1 - beta) * context;
	double potential = gamma * inherited + (1 - gamma) * near;

	if (sp_is_unseen(frontier, page)) {
		if (!sp_queue_page(crawl, page, potential))
			return;
		state->inherited[page] = inherited;
		state->depth.left[page] = depth;
		return;
	}
	if (!sp_parent_allowed(crawl, page))
		return;
	if (potential > sp_frontier_key(frontier, page)) {
		sp_frontier_improve(frontier, page, potential);
		crawl->parent[page] = crawl->page;
		state->inherited[page] = inherited;
	}
	sp_depth_again(&state->depth, page, depth);
}

static enum sp_status
shark_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	       uint32_t count)
{
	double relevance = crawl->input->relevance[crawl->page];
	struct shark_state *state = crawl->state;
	double inherited;
	uint16_t depth;

	if (!state->depth.left[crawl->page])
		return SP_OK;
	if (sp_link_texts_find(&state->texts, crawl, successors, count, 0))
		return crawl->err->status;
	inherited = sp_option_value(crawl, SHARK_DELTA) *
		    (relevance > 0 ? relevance :
				     state->inherited[crawl->page]);
	depth = sp_depth_given(&state->depth, crawl, relevance > 0);
	for (uint32_t i = 0; i < count; i++)
		if (!sp_is_done(&crawl->frontier, successors[i]))
			shark_follow(crawl, successors[i], i, inherited,
				     depth);
	return SP_OK;
}

static const struct sp_strategy_work shark_work = {
	.state_size = sizeof(struct shark_state), .kinds = SP_LARGEST_FIRST,
	.alone = SP_TOPIC_ALONE,
	.uses_link_scores = true, .begin = shark_begin, .seed = shark_seed,
	.download = shark_download, .end = shark_end
};

static const struct sp_parameter shark_options[] = {
	[SHARK_DEPTH] = SP_OPTION_WHOLE("depth", 0, SP_DEPTH_LEFT_MAX, 2,
		"links to follow from a seed or a relevant page"),
	[SHARK_DELTA] = SP_OPTION_REAL("delta", 0, 1, 0.5,
		"part of the relevance that a link inherits"),
	[SHARK_BETA] = SP_OPTION_REAL("beta", 0, 1, 0.8,
		"weight of the text of a link, against that around it"),
	[SHARK_GAMMA] = SP_OPTION_REAL("gamma", 0, 1, 0.5,
		"weight of what is inherited, against the texts"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_shark = {
	.name = "shark",
	.help = "the best links by inherited relevance and by their texts",
	.source = "Hersovici et al. 1998", .options = shark_options,
	.needs = SP_NEEDS_RELEVANCE, .work = &shark_work
};
