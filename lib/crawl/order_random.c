/* SPDX-License-Identifier: MIT */
/*
 * Baselines without a thought (seedpipe-algorithms(7), 2.2): random, any
 * queued page; shuffle, any page that can be reached.
 */
#include "crawl/engine.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>

struct random_state {
	struct sp_random random;
	uint64_t next;           /* shuffle: the place of the next page */
};

static enum sp_status
random_begin(struct sp_crawl_state *crawl, struct sp_error *err)
{
	struct random_state *state = sp_alloc_zero(1, sizeof(*state));

	crawl->state = state;
	if (!state)
		return sp_no_memory(err, "a crawl");
	state->random.state = crawl->options->random_seed;
	return SP_OK;
}

static void
random_end(struct sp_crawl_state *crawl)
{
	free(crawl->state);
}

static void
random_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_queue_page_in_turn(crawl, page);
}

static enum sp_status
random_download(struct sp_crawl_state *crawl, double key,
		const uint32_t *successors, uint32_t count,
		struct sp_error *err)
{
	const uint32_t *place = crawl->frontier.place;

	(void)key;
	(void)err;
	for (uint32_t i = 0; i < count; i++)
		if (place[successors[i]] == SP_UNSEEN)
			sp_queue_page_in_turn(crawl, successors[i]);
	return SP_OK;
}

/* ---- random ----------------------------------------------------------- */

/*
 * The queue is a bag here: the last page takes the place of the one that
 * leaves.
 */
static enum sp_status
random_next(struct sp_crawl_state *crawl, struct sp_choice *next,
	    struct sp_error *err)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct random_state *state = crawl->state;
	uint64_t at;

	(void)err;
	next->none = !frontier->stamps;
	if (next->none)
		return SP_OK;
	at = sp_random_below(&state->random, frontier->stamps);
	next->page = frontier->queue[at];
	next->key = 0;
	frontier->queue[at] = frontier->queue[--frontier->stamps];
	return SP_OK;
}

static const struct sp_strategy_work random_work = {
	.kinds = SP_IN_TURN, .begin = random_begin, .seed = random_seed,
	.next = random_next, .download = random_download, .end = random_end
};

const struct sp_strategy sp_order_random = {
	.name = "random", .help = "any queued page", .source = "baseline",
	.work = &random_work
};

/* ---- shuffle ---------------------------------------------------------- */

/*
 * Finds all pages breadth-first, before the first download.  Limits see the
 * frontier of bfs meanwhile.
 */
static enum sp_status
shuffle_find_all(struct sp_crawl_state *crawl, struct sp_error *err)
{
	struct sp_frontier *frontier = &crawl->frontier;

	while (frontier->head < frontier->stamps) {
		const uint32_t *successors;
		uint32_t count, page = frontier->queue[frontier->head++];

		/* The depth as bfs has it, kept where downloads keep it. */
		crawl->depth = crawl->parent[page] == SP_NO_PARENT ? 1 :
			sp_page_depth(crawl, crawl->parent[page]) + 1;
		sp_frontier_done(frontier, page, crawl->depth);
		crawl->page = page;
		if (sp_page_links(crawl, page, &successors, &count, err))
			return err->status;
		crawl->report->links += count;
		random_download(crawl, 0, successors, count, err);
	}
	frontier->count = frontier->peak = frontier->stamps;
	return SP_OK;
}

static enum sp_status
shuffle_next(struct sp_crawl_state *crawl, struct sp_choice *next,
	     struct sp_error *err)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct random_state *state = crawl->state;
	uint32_t *pages = frontier->queue;
	uint64_t left = frontier->stamps - state->next, at;

	(void)err;
	next->none = !left;
	if (next->none)
		return SP_OK;
	at = state->next + sp_random_below(&state->random, left);
	next->page = pages[at];
	next->key = 0;
	pages[at] = pages[state->next];
	pages[state->next++] = next->page;
	/* The parent keeps its depth for its children. */
	frontier->place[next->page] = SP_QUEUED;
	return SP_OK;
}

static const struct sp_strategy_work shuffle_work = {
	.kinds = SP_IN_TURN, .blind = true, .begin = random_begin,
	.seed = random_seed,
	.ready = shuffle_find_all, .next = shuffle_next,
	.download = random_download,
	.end = random_end
};

const struct sp_strategy sp_order_shuffle = {
	.name = "shuffle", .help = "any page that can be reached",
	.source = "baseline", .work = &shuffle_work
};
