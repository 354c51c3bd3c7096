/* SPDX-License-Identifier: MIT */
/*
 * Random: any queued page, each as likely (seedpipe-algorithms(7), 2.2).  A
 * baseline.
 *
 * The queue is a bag here: a page at random is exchanged with the last one and
 * leaves from the end, in constant time.  Which page is where after that
 * depends on all draws before; only the seed of the random numbers makes it
 * the same again.
 */
#include "crawl/orders/orders.h"

static enum sp_status
random_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	struct sp_frontier *frontier = &crawl->frontier;
	uint64_t waiting = sp_frontier_waiting(frontier);

	choice->none = !waiting;
	if (choice->none)
		return SP_OK;
	sp_frontier_swap(frontier, sp_random_below(&crawl->random, waiting),
			 waiting - 1);
	choice->page = sp_frontier_pop_last(frontier);
	return SP_OK;
}

static const char *
random_one_queue(const double *values)
{
	(void)values;
	return "it draws from one queue";
}

static const struct sp_strategy_work random_work = {
	.kinds = SP_IN_TURN, .cost = 1, .one_queue = random_one_queue,
	.next = random_next,
	.download = sp_queue_links_in_turn
};

const struct sp_strategy sp_order_random = {
	.name = "random", .help = "any queued page, all equally likely",
	.source = "baseline", .needs = SP_NEEDS_RANDOM, .work = &random_work
};
