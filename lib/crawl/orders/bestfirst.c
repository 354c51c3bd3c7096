/* SPDX-License-Identifier: MIT */
/*
 * Best-first: the page that is most relevant to a topic
 * (seedpipe-algorithms(7), 4.2 and 4.3; Sharma 2008).
 *
 * key=own judges a page before its download, which no crawler can.  The other
 * keys are the relevance of a page that links to it: of the last one
 * downloaded, the most relevant or the first.
 *
 * A page whose key comes from another link gets that link's page as its
 * parent, so that depths and the limit on them follow the link that counts.
 * If the limit forbids the new parent, the link changes nothing.
 */
#include "crawl/orders/topic.h"

enum { BESTFIRST_KEY, BESTFIRST_SEED_KEY };
enum bestfirst_key {
	BESTFIRST_OWN, BESTFIRST_LAST, BESTFIRST_MOST, BESTFIRST_FIRST
};

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

	if (rule == BESTFIRST_OWN || rule == BESTFIRST_FIRST ||
	    (rule == BESTFIRST_MOST && key <= sp_frontier_key(frontier, page)))
		return;
	if (!sp_parent_allowed(crawl, page))
		return;
	crawl->parent[page] = crawl->page;
	sp_frontier_change(frontier, page, key);
}

static enum sp_status
bestfirst_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		   uint32_t count)
{
	enum bestfirst_key rule =
		(enum bestfirst_key)sp_option_value(crawl, BESTFIRST_KEY);
	const double *relevance = crawl->input->relevance;
	const struct sp_frontier *frontier = &crawl->frontier;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];
		double score = relevance[rule == BESTFIRST_OWN ? page :
							     crawl->page];

		if (sp_is_done(frontier, page))
			continue;
		if (sp_is_unseen(frontier, page))
			sp_queue_page(crawl, page, score);
		else
			bestfirst_rescore(crawl, rule, page, score);
	}
	return SP_OK;
}

static const struct sp_strategy_work bestfirst_work = {
	.kinds = SP_LARGEST_FIRST, .alone = SP_TOPIC_ALONE,
	.seed = bestfirst_seed,
	.download = bestfirst_download
};

static const struct sp_parameter bestfirst_options[] = {
	[BESTFIRST_KEY] = SP_OPTION_CHOICE("key",
		"own|parent-last|parent-max|parent-first",
		"whose relevance: the page's, or that of a page linking to it"),
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
