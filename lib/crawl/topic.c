/* SPDX-License-Identifier: MIT */
#include "crawl/topic.h"

#include "base/memory.h"

/* Written so that NaN fails, too. */
static bool
is_relevance(double value)
{
	return value >= 0 && value <= 1;
}

static enum sp_status
check_link_scores(const struct sp_link_scores *scores, struct sp_error *err)
{
	for (uint64_t i = 0; scores && i < scores->count; i++)
		if (!is_relevance(scores->rows[i].score))
			return sp_fail(err, SP_DATA, "the score of the link "
				       "from page %lu to %lu is %g: it must "
				       "be between 0 and 1",
				       (unsigned long)scores->rows[i].source,
				       (unsigned long)scores->rows[i].target,
				       scores->rows[i].score);
	return SP_OK;
}

enum sp_status
sp_topic_check(const struct sp_crawl_input *input, const struct sp_plan *plan,
	       struct sp_error *err)
{
	const double *relevance = input->relevance;

	if (sp_plan_uses_link_scores(plan) &&
	    (check_link_scores(input->anchors, err) ||
	     check_link_scores(input->contexts, err)))
		return err->status;
	if (!(plan->needs & SP_NEEDS_RELEVANCE))
		return SP_OK;
	if (!relevance)
		return sp_fail(err, SP_DATA, "%s needs the relevance of pages",
			       plan->name);
	for (uint64_t p = 0; p < sp_graph_pages(input->graph); p++)
		if (!is_relevance(relevance[p]))
			return sp_fail(err, SP_DATA, "the relevance of page "
				       "%llu is %g: it must be between 0 and "
				       "1", (unsigned long long)p,
				       relevance[p]);
	return SP_OK;
}

enum sp_status
sp_depth_left_init(struct sp_depth_left *depth,
		   const struct sp_crawl_state *crawl, uint16_t most,
		   bool last, struct sp_error *err)
{
	depth->left = sp_alloc_large_zero(crawl->pages, sizeof(*depth->left));
	depth->most = most;
	depth->last = last;
	return depth->left ? SP_OK : sp_no_memory(err, "depths");
}
