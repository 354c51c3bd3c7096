/* SPDX-License-Identifier: MIT */
/*
 * Best-first: the page that is most relevant to a topic
 * (seedpipe-algorithms(7), 4.2 and 4.3; Sharma 2008).
 *
 * key=own judges a page before its download, which no crawler can.  The other
 * keys are the relevance of a page that links to it: of the last one
 * downloaded, the most relevant or the first; or the mean of all of them.
 *
 * A page whose key comes from another link gets that link's page as its
 * parent, so that depths and the limit on them follow the link that counts.
 * If the limit forbids the new parent, the link changes nothing.  A mean is of
 * no link alone: it counts all downloads that link to the page, and the first
 * one stays its parent.
 */
#include "crawl/orders/topic.h"

#include "base/memory.h"

#include <stdlib.h>

enum { BESTFIRST_KEY, BESTFIRST_SEED_KEY };
enum bestfirst_key {
	BESTFIRST_OWN, BESTFIRST_LAST, BESTFIRST_MOST, BESTFIRST_FIRST,
	BESTFIRST_MEAN
};

/* Of each page, only for means: the relevance of its parents, and how many. */
struct bestfirst_state {
	double *sum;
	uint32_t *parents;
};

static enum sp_status
bestfirst_begin(struct sp_crawl_state *crawl)
{
	struct bestfirst_state *state = crawl->state;
	uint64_t pages = sp_graph_pages(crawl->input->graph);

	if (sp_option_value(crawl, BESTFIRST_KEY) != BESTFIRST_MEAN)
		return SP_OK;
	state->sum = sp_alloc_zero(pages, sizeof(*state->sum));
	state->parents = sp_alloc_zero(pages, sizeof(*state->parents));
	return state->sum && state->parents ?
		       SP_OK : sp_no_memory(crawl->err, "the parents of pages");
}

static void
bestfirst_end(struct sp_crawl_state *crawl)
{
	struct bestfirst_state *state = crawl->state;

	free(state->sum);
	free(state->parents);
}

static enum sp_status
bestfirst_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page(crawl, page, sp_option_value(crawl, BESTFIRST_SEED_KEY));
	return SP_OK;
}

/* A page that waits already gets another parent and its relevance. */
static void
bestfirst_rescore(struct sp_crawl_state *crawl, enum bestfirst_key rule,
		  uint32_t page, double key)
{
	struct sp_frontier *frontier = &crawl->frontier;

	if (rule == BESTFIRST_MEAN) {
		sp_frontier_change(frontier, page, key);
		return;
	}
	if (rule == BESTFIRST_OWN || rule == BESTFIRST_FIRST ||
	    (rule == BESTFIRST_MOST && key <= sp_frontier_key(frontier, page)))
		return;
	if (!sp_parent_allowed(crawl, page))
		return;
	crawl->parent[page] = crawl->page;
	sp_frontier_change(frontier, page, key);
}

/* The key that the link from crawl->page to a page gives it. */
static double
bestfirst_score(struct sp_crawl_state *crawl, enum bestfirst_key rule,
		uint32_t page)
{
	const double *relevance = crawl->input->relevance;
	struct bestfirst_state *state = crawl->state;

	if (rule == BESTFIRST_OWN)
		return relevance[page];
	if (rule != BESTFIRST_MEAN)
		return relevance[crawl->page];
	state->sum[page] += relevance[crawl->page];
	return state->sum[page] / ++state->parents[page];
}

static enum sp_status
bestfirst_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		   uint32_t count)
{
	enum bestfirst_key rule =
		(enum bestfirst_key)sp_option_value(crawl, BESTFIRST_KEY);
	const struct sp_frontier *frontier = &crawl->frontier;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];
		double score;

		if (sp_is_done(frontier, page))
			continue;
		score = bestfirst_score(crawl, rule, page);
		if (sp_is_unseen(frontier, page))
			sp_queue_page(crawl, page, score);
		else
			bestfirst_rescore(crawl, rule, page, score);
	}
	return SP_OK;
}

static const struct sp_strategy_work bestfirst_work = {
	.state_size = sizeof(struct bestfirst_state),
	.kinds = SP_LARGEST_FIRST, .alone = SP_TOPIC_ALONE,
	.begin = bestfirst_begin, .seed = bestfirst_seed,
	.download = bestfirst_download, .end = bestfirst_end
};

static const struct sp_parameter bestfirst_options[] = {
	[BESTFIRST_KEY] = SP_OPTION_CHOICE("key",
		"own|parent-last|parent-max|parent-first|parent-mean",
		"whose relevance: the page's, or that of pages linking to it"),
	[BESTFIRST_SEED_KEY] = SP_OPTION_REAL("seed-key", 0, 1000, 1,
		"the key of a seed"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_bestfirst = {
	.name = "bestfirst",
	.help = "the most relevant page, or the one "
		"most relevant pages link to",
	.source = "Sharma 2008", .options = bestfirst_options,
	.needs = SP_NEEDS_RELEVANCE, .work = &bestfirst_work
};
