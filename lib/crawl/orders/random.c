/* SPDX-License-Identifier: MIT */
/*
 * Random: any queued page, each as likely (seedpipe-algorithms(7), 2.2).  A
 * baseline.
 */
#include "crawl/orders/orders.h"

#include "base/random.h"

struct random_state {
	struct sp_random random;
};

static enum sp_status
random_begin(struct sp_crawl_state *crawl)
{
	struct random_state *state = crawl->state;

	state->random.state = crawl->options->random_seed;
	return SP_OK;
}

/*
 * The queue is a bag here: the last page takes the place of the one that
 * leaves.
 */
static enum sp_status
random_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct random_state *state = crawl->state;
	uint64_t waiting = sp_frontier_waiting(frontier);

	choice->none = !waiting;
	if (choice->none)
		return SP_OK;
	sp_frontier_swap(frontier, sp_random_below(&state->random, waiting),
			 waiting - 1);
	choice->page = sp_frontier_pop_last(frontier);
	return SP_OK;
}

static const struct sp_strategy_work random_work = {
	.state_size = sizeof(struct random_state), .kinds = SP_IN_TURN,
	.cost = 1, .begin = random_begin, .next = random_next,
	.download = sp_queue_links_in_turn
};

const struct sp_strategy sp_order_random = {
	.name = "random", .help = "any queued page, all equally likely",
	.source = "baseline", .work = &random_work
};
