/* SPDX-License-Identifier: MIT */
/*
 * Backlink count: the page to which the most downloaded pages link
 * (seedpipe-algorithms(7), 2.3; Cho, Garcia-Molina and Page 1998).
 *
 * With a period above 1 the frontier is a list: pages are appended when they
 * are found, and the list is sorted after each period.  A period takes only
 * the first pages of the list, so sorting all of it would be waste: those that
 * were there at the last sort are a heap, and newer ones wait in the queue.
 * sp_choose_best() takes the heap first, which is the sorted part, then the
 * queue, which is the rest of the list in its order.
 *
 * Counts go on while a page waits, but its place does not change before the
 * next sort: the keys in the heap are those of the last one.  What is reported
 * is the count at the download.
 *
 * With a period of 1 every link changes a key, and there is no list: all pages
 * are in the heap.  An oracle knows all links of the graph beforehand, so its
 * counts never change.
 *
 * Costs: 4 bytes a page for the counts; a sort is linear in the frontier.
 */
#include "crawl/orders/orders.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>

enum { BACKLINK_PERIOD, BACKLINK_ORACLE };

struct backlink_state {
	uint32_t *links;    /* counted to each page */
	uint64_t period;
	bool oracle;
};

static enum sp_status
backlink_begin(struct sp_crawl_state *crawl)
{
	struct backlink_state *state = crawl->state;

	state->links = sp_alloc_large_zero(crawl->pages,
					   sizeof(*state->links));
	if (!state->links)
		return sp_no_memory(crawl->err, "counts of links");
	state->period = sp_option_period(crawl, BACKLINK_PERIOD);
	state->oracle = sp_option_value(crawl, BACKLINK_ORACLE) > 0;
	/* Sorted all the time, pages go into the heap at once. */
	if (state->period == 1)
		sp_frontier_drop_queue(&crawl->frontier);
	if (!state->oracle)
		return SP_OK;
	/* All links of the graph.  A crawl is one thread. */
	return sp_count_inlinks(crawl->input->graph, 1, state->links,
				crawl->err);
}

static void
backlink_end(struct sp_crawl_state *crawl)
{
	struct backlink_state *state = crawl->state;

	free(state->links);
}

static double
backlink_links_to(void *context, uint32_t page)
{
	return ((struct backlink_state *)context)->links[page];
}

/* For traces and scores: the count now, which the heap does not have. */
static double
backlink_key_of(const struct sp_crawl_state *crawl, uint32_t page)
{
	return backlink_links_to(crawl->state, page);
}

/* In the heap or in the queue, but never in both: see frontier.c. */
static void
backlink_queue(struct sp_crawl_state *crawl, uint32_t page)
{
	struct backlink_state *state = crawl->state;

	if (state->period == 1)
		sp_queue_page(crawl, page, state->links[page]);
	else
		sp_queue_page_in_turn(crawl, page);
}

static enum sp_status
backlink_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	backlink_queue(crawl, page);
	return SP_OK;
}

/* A page of the queue is reported with its count as well, not with 0. */
static enum sp_status
backlink_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	enum sp_status status = sp_choose_best(crawl, choice);

	if (!status && !choice->none)
		choice->key = backlink_links_to(crawl->state, choice->page);
	return status;
}

/*
 * Only pages that are not done are counted: nothing asks for the counts of
 * others.  Links of one download count in the order of the list, and a page
 * that it links to for the first time is queued with that link counted.
 */
static enum sp_status
backlink_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		  uint32_t count)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct backlink_state *state = crawl->state;
	bool live = state->period == 1;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];

		if (sp_is_done(frontier, page))
			continue;
		if (!state->oracle)
			state->links[page]++;
		if (sp_is_unseen(frontier, page))
			backlink_queue(crawl, page);
		else if (live && !state->oracle)
			sp_frontier_improve(frontier, page,
					    state->links[page]);
	}
	if (!live && crawl->size % state->period == 0)
		sp_frontier_rekey(frontier, backlink_links_to, state);
	return SP_OK;
}

static unsigned
backlink_needs(const double *values)
{
	return values[BACKLINK_ORACLE] > 0 ? SP_NEEDS_LINKS : 0;
}

static const struct sp_strategy_work backlink_work = {
	.state_size = sizeof(struct backlink_state),
	.kinds = SP_LARGEST_FIRST | SP_IN_TURN, .begin = backlink_begin,
	.seed = backlink_seed, .next = backlink_next,
	.download = backlink_download, .key = backlink_key_of,
	.end = backlink_end, .meaning = SP_KEY_RANK
};

static const struct sp_parameter backlink_options[] = {
	[BACKLINK_PERIOD] = SP_OPTION_PERIOD("k",
		"sort the frontier every K downloads; 1: keep it sorted"),
	[BACKLINK_ORACLE] = SP_OPTION_CHOICE("oracle", "no|yes",
		"count all links of the graph, not only those found"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_backlink = {
	.name = "backlink", .help = "the most links from downloaded pages",
	.source = "Cho, Garcia-Molina and Page 1998",
	.options = backlink_options, .needs_with = backlink_needs,
	.work = &backlink_work
};
