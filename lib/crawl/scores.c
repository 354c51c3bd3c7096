/* SPDX-License-Identifier: MIT */
/*
 * The keys of a crawl as scores of pages (G8): what each page was expanded
 * with, plus what it waits with at the end.
 *
 * The array is written while the crawl runs, one addition a page, and
 * completed in one pass at its end; nothing has to be remembered of the pages.
 * The last pass needs two steps, because the score of pages that were not
 * found must not be above any of those that were, and the least of these is
 * known only when all of them are complete.
 *
 * A page that a limit refused was not found, but if links carried something to
 * it (crawl->kept), that is its score.
 */
#include "crawl/scores.h"

#include "crawl/watch.h"

#include <math.h>

void
sp_scores_begin(struct sp_crawl_state *crawl)
{
	for (uint64_t p = 0; crawl->score && p < crawl->pages; p++)
		crawl->score[p] = 0;
}

/* What a page that was not found has of refused links, or nothing. */
static bool
has_kept(const struct sp_crawl_state *crawl, uint32_t page)
{
	return crawl->kept && crawl->kept[page] != 0;
}

/* A page that was gone counts as one that was not found. */
static bool
was_found(const struct sp_crawl_state *crawl, uint32_t page)
{
	return !sp_is_unseen(&crawl->frontier, page) &&
	       !sp_is_gone(crawl, page);
}

/*
 * With SP_KEY_FLOW, key() is defined for pages that are done as well: what
 * came to them after their download.  All other keys ended with the download,
 * and were added then.
 */
static void
score_waiting(struct sp_crawl_state *crawl, uint32_t page)
{
	const struct sp_frontier *frontier = &crawl->frontier;
	bool flow = crawl->plan->strategy->work->meaning == SP_KEY_FLOW;

	if (!was_found(crawl, page)) {
		if (has_kept(crawl, page))
			sp_score_add(crawl, page, crawl->kept[page]);
	} else if (flow || !sp_is_done(frontier, page)) {
		sp_score_expanded(crawl, page, sp_page_key(crawl, page));
	}
}

/*
 * Never above the score of a page that was found.  Ranks are positive, and 0
 * says that nothing came to the page; distances are negative here, and
 * logarithms of ranks may be, so that 0 would be the best of all.
 */
static double
score_of_unseen(const struct sp_crawl_state *crawl)
{
	double least = INFINITY;

	for (uint64_t p = 0; p < crawl->pages; p++)
		if (was_found(crawl, (uint32_t)p) ||
		    has_kept(crawl, (uint32_t)p))
			least = fmin(least, crawl->score[p]);
	if (crawl->plan->strategy->work->meaning != SP_KEY_DISTANCE &&
	    least >= 0)
		return 0;
	/* There are seeds, so that something was found. */
	return least - 1;
}

void
sp_scores_end(struct sp_crawl_state *crawl)
{
	double unseen;

	if (!crawl->score)
		return;
	for (uint64_t p = 0; p < crawl->pages; p++)
		score_waiting(crawl, (uint32_t)p);
	unseen = score_of_unseen(crawl);
	for (uint64_t p = 0; p < crawl->pages; p++)
		if (!was_found(crawl, (uint32_t)p) &&
		    !has_kept(crawl, (uint32_t)p))
			crawl->score[p] = unseen;
}
