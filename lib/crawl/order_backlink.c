/* SPDX-License-Identifier: MIT */
/*
 * Backlink count: the page to which most downloaded pages link (algorithms.md
 * section 2.3; Cho, Garcia-Molina and Page 1998).
 *
 * With a period above 1 the frontier is a list: pages found are appended, and
 * after each period the list is sorted.  Only the pages of the next period
 * are ever taken from its front, so it is kept as a heap of those that were
 * there at the last sort, with a queue of newer ones behind.
 */
#include "crawl/engine.h"

#include "base/memory.h"

#include <stdlib.h>

enum { PERIOD, ORACLE };

struct state {
	uint32_t *links;    /* counted to each page */
	uint64_t period;
	bool oracle;
};

/* All links of the graph, for the oracle. */
static enum sp_status
count_links(struct sp_run *run, uint32_t *links, struct sp_error *err)
{
	const struct sp_graph *graph = run->input->graph;
	struct sp_cursor *cursor = sp_cursor_new(graph);
	enum sp_status status;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	for (uint64_t b = 0; b < sp_graph_blocks(graph); b++) {
		const uint32_t *successors;
		uint32_t page, count;

		sp_cursor_block(cursor, b);
		while (sp_cursor_next(cursor, &page, &successors, &count))
			for (uint32_t i = 0; i < count; i++)
				links[successors[i]]++;
	}
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
begin(struct sp_run *run, struct sp_error *err)
{
	struct state *state = sp_alloc_zero(1, sizeof(*state));

	run->state = state;
	if (state)
		state->links = sp_alloc_large_zero(run->pages,
						   sizeof(*state->links));
	if (!state || !state->links)
		return sp_no_memory(err, "counts of links");
	state->period = sp_period(run, PERIOD);
	state->oracle = sp_value(run, ORACLE) > 0;
	if (state->period == 1) { /* no page ever waits there */
		free(run->frontier.queue);
		run->frontier.queue = NULL;
	}
	return state->oracle ? count_links(run, state->links, err) : SP_OK;
}

static void
end(struct sp_run *run)
{
	struct state *state = run->state;

	if (state)
		free(state->links);
	free(state);
}

static double
links_to(void *context, uint32_t page)
{
	return ((struct state *)context)->links[page];
}

static double
key_of(const struct sp_run *run, uint32_t page)
{
	return links_to(run->state, page);
}

static void
queue(struct sp_run *run, uint32_t page)
{
	struct state *state = run->state;

	if (state->period == 1)
		sp_find(run, page, state->links[page]);
	else
		sp_find_in_turn(run, page);
}

static enum sp_status
next(struct sp_run *run, struct sp_next *next_page, struct sp_error *err)
{
	enum sp_status status = sp_next_best(run, next_page, err);

	if (!status && !next_page->none)
		next_page->key = links_to(run->state, next_page->page);
	return status;
}

static enum sp_status
download(struct sp_run *run, double key, const uint32_t *successors,
	 uint32_t count, struct sp_error *err)
{
	struct sp_frontier *frontier = &run->frontier;
	struct state *state = run->state;
	bool live = state->period == 1;

	(void)key;
	(void)err;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i], place = frontier->place[page];

		if (place & SP_DONE)
			continue;
		if (!state->oracle)
			state->links[page]++;
		if (place == SP_UNSEEN)
			queue(run, page);
		else if (live && !state->oracle)
			sp_frontier_better(frontier, place,
					   state->links[page]);
	}
	if (!live && run->size % state->period == 0)
		sp_frontier_reorder(frontier, links_to, state);
	return SP_OK;
}

static const struct sp_strategy_work work = {
	.kinds = SP_LARGEST_FIRST | SP_IN_TURN, .begin = begin, .seed = queue,
	.next = next, .download = download, .key = key_of, .end = end
};

static const struct sp_strategy_option options[] = {
	{ "k", SP_STRATEGY_PERIOD, 1, 0, SP_PERIOD_COMMON, NULL,
	  "sort the frontier after every so many downloads; 1: always" },
	{ "oracle", SP_STRATEGY_CHOICE, 0, 0, 0, "no|yes",
	  "count all links of the graph, not those of downloaded pages" },
	{ NULL, 0, 0, 0, 0, NULL, NULL }
};

const struct sp_strategy sp_order_backlink = {
	.name = "backlink", .help = "the page with the most links to it",
	.source = "Cho, Garcia-Molina and Page 1998", .options = options,
	.work = &work
};
