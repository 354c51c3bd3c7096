/* SPDX-License-Identifier: MIT */
/*
 * Shuffle: any page that is reachable from the seeds, each as likely
 * (seedpipe-algorithms(7), 2.2).  A baseline that no crawler can follow: all
 * pages are found before the first download.
 *
 * The search goes through the queue of the frontier and marks pages as done,
 * with the depths that it finds. sp_frontier_refill() then puts the same queue
 * back, and each page is made undone just before its download, which keeps the
 * depth in place until then.  The downloads draw without replacement: a page
 * at random is exchanged with the next in the queue.
 *
 * All of it happens when the first page is asked for, so that the time of the
 * search is part of the crawl.
 */
#include "crawl/orders/orders.h"

struct shuffle_state {
	bool found;   /* are all pages in the queue? */
};

/*
 * Finds all pages breadth-first.  Limits see the frontier of bfs in the
 * meantime, and each page keeps the depth that it has there until its
 * download, since a page may be downloaded before its parent.
 *
 * Links are counted here, and not when a page is downloaded (.blind).
 */
static enum sp_status
shuffle_find_all(struct sp_crawl_state *crawl)
{
	struct sp_frontier *frontier = &crawl->frontier;
	uint32_t page;
	double key;

	while (sp_frontier_pop(frontier, &page, &key)) {
		const uint32_t *successors;
		uint32_t count, parent = crawl->parent[page];
		uint32_t depth = parent == SP_NO_PARENT ?
				 1 : sp_page_depth(crawl, parent) + 1;

		sp_note_host_depth(crawl, page);
		sp_frontier_done(frontier, page, depth);
		if (sp_expand_page(crawl, page, true, &successors, &count) ||
		    sp_queue_links_in_turn(crawl, successors, count))
			return crawl->err->status;
	}
	sp_frontier_refill(frontier);
	return SP_OK;
}

static enum sp_status
shuffle_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct shuffle_state *state = crawl->state;
	uint64_t waiting;

	if (!state->found && shuffle_find_all(crawl))
		return crawl->err->status;
	state->found = true;
	waiting = sp_frontier_waiting(frontier);
	if (waiting)
		sp_frontier_swap(frontier, 0,
				 sp_random_below(&crawl->random, waiting));
	choice->none = !sp_frontier_pop(frontier, &choice->page,
					&choice->key);
	if (!choice->none)
		sp_frontier_undo(frontier, choice->page);
	return SP_OK;
}

/* No download(): all links were followed before. */
static const struct sp_strategy_work shuffle_work = {
	.state_size = sizeof(struct shuffle_state), .kinds = SP_IN_TURN,
	.cost = 1, .blind = true,
	.alone = "it finds all pages before the first download",
	.one_by_one = "it finds all pages before the first download",
	.next = shuffle_next
};

const struct sp_strategy sp_order_shuffle = {
	.name = "shuffle", .help = "any reachable page, all equally likely",
	.source = "baseline", .needs = SP_NEEDS_RANDOM, .work = &shuffle_work
};
