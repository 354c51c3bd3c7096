/* SPDX-License-Identifier: MIT */
/*
 * scores.h - the keys of a crawl as a score of the pages, defined at
 * sp_plan_has_score() in crawl.h.  Private to lib/crawl
 * and lib/crawl/orders.
 *
 * The engine calls these; an order that moves mass outside the loop, as
 * wrankmass, adds it by sp_score_add().
 */
#ifndef SP_CRAWL_SCORES_H
#define SP_CRAWL_SCORES_H

#include "crawl/engine.h"

/* Nothing has been expanded yet.  Without crawl->score, none does anything. */
void sp_scores_begin(struct sp_crawl_state *crawl);

/* What a page has had, in addition to the keys with which it was expanded. */
static inline void
sp_score_add(struct sp_crawl_state *crawl, uint32_t page, double mass)
{
	if (crawl->score)
		crawl->score[page] += mass;
}

/* A page is expanded, with this key. */
static inline void
sp_score_expanded(struct sp_crawl_state *crawl, uint32_t page, double key)
{
	bool distance = crawl->plan->strategy->work->meaning ==
			SP_KEY_DISTANCE;

	sp_score_add(crawl, page, distance ? -key : key);
}

/* Adds what still waits, and sets the scores of pages that were not found. */
void sp_scores_end(struct sp_crawl_state *crawl);

#endif
