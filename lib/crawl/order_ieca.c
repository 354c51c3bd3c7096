/* SPDX-License-Identifier: MIT */
/*
 * IECA: the least distance, which learns from each link and from the shape of
 * the graph (algorithms.md section 3.7; Golshani and ZarehBidoki 2012).
 *
 * update=lazy is the listing of the paper as it stands: a second entry for
 * each change of a queued page, of which the smallest wins.  Its heap has no
 * places of pages, and one slot for each entry.
 */
#include "crawl/engine.h"

#include "base/memory.h"
#include "crawl/learning.h"

#include <stdlib.h>

enum { PERIOD, UPDATE, PC, BETA, START, DELTA, SLOPE, LOG_BASE, PAGES };
enum update { REPLACE, MIN, LAZY };

struct entry {
	double key;
	uint64_t number;
	uint32_t page;
};

struct state {
	struct sp_learning learning;
	enum update update;
	int shift;
	double start, delta0, slope, pages;
	double delta;
	double (*log)(double);
	/* lazy: a binary heap of entries, and the latest distances */
	struct entry *entries;
	uint64_t count, capacity, number;
	double *distance;
};

static enum sp_status
begin(struct sp_run *run, struct sp_error *err)
{
	static double (*const logs[])(double) = { log10, log, log2 };
	struct state *state = sp_alloc_zero(1, sizeof(*state));

	run->state = state;
	if (!state)
		return sp_no_memory(err, "a crawl");
	state->update = (enum update)sp_value(run, UPDATE);
	state->shift = sp_value(run, PC) > 0;
	state->start = sp_value(run, START);
	state->delta = state->delta0 = sp_value(run, DELTA);
	state->slope = sp_value(run, SLOPE);
	state->log = logs[(int)sp_value(run, LOG_BASE)];
	state->pages = sp_value(run, PAGES);
	if (state->pages == 0)
		state->pages = (double)run->pages;
	sp_learning_init(&state->learning, sp_period(run, PERIOD),
			 sp_value(run, BETA));
	if (state->update == LAZY)
		state->distance = sp_alloc_large(run->pages, sizeof(double));
	return state->update != LAZY || state->distance ?
		       SP_OK : sp_no_memory(err, "distances");
}

static void
end(struct sp_run *run)
{
	struct state *state = run->state;

	if (!state)
		return;
	free(state->entries);
	free(state->distance);
	free(state);
}

/* The new distance of a queued page (Eq. 10). */
static inline double
learn(struct sp_run *run, const struct state *state, double old,
      double distance, double weight)
{
	double alpha = state->learning.alpha, delta = state->delta;
	double factor = sp_factor(old, distance, state->shift,
				  &run->report->guards);
	double change = (1 - alpha) * old +
			alpha * (weight + (1 - delta) * distance);

	return (1 - delta) * change - delta * state->log(factor);
}

/* ---- the queue of the listing: lazy ----------------------------------- */

static inline bool
is_before(const struct entry *a, const struct entry *b)
{
	return a->key < b->key || (a->key == b->key && a->number < b->number);
}

static enum sp_status
put_entry(struct state *state, uint32_t page, double key, struct sp_error *err)
{
	struct entry entry = { key, state->number++, page };
	uint64_t at = state->count;

	if (!sp_grow(&state->entries, &state->capacity, state->count + 1,
		     sizeof(entry)))
		return sp_no_memory(err, "the queue");
	state->distance[page] = key;
	state->count++;
	for (; at && is_before(&entry, &state->entries[(at - 1) / 2]);
	     at = (at - 1) / 2)
		state->entries[at] = state->entries[(at - 1) / 2];
	state->entries[at] = entry;
	return SP_OK;
}

static struct entry
take_entry(struct state *state)
{
	struct entry *entries = state->entries, first = entries[0];
	struct entry last = entries[--state->count];
	uint64_t at = 0, child;

	while ((child = 2 * at + 1) < state->count) {
		if (child + 1 < state->count &&
		    is_before(&entries[child + 1], &entries[child]))
			child++;
		if (!is_before(&entries[child], &last))
			break;
		entries[at] = entries[child];
		at = child;
	}
	entries[at] = last;
	return first;
}

static enum sp_status
find_lazily(struct sp_run *run, uint32_t page, double key,
	    struct sp_error *err)
{
	if (!sp_admit(run, page))
		return SP_OK;
	sp_frontier_count(&run->frontier);
	run->frontier.place[page] = SP_QUEUED;
	run->frontier.updates++;
	return put_entry(run->state, page, key, err);
}

static enum sp_status
download_lazily(struct sp_run *run, double distance, double weight,
		const uint32_t *successors, uint32_t count,
		struct sp_error *err)
{
	struct state *state = run->state;
	double offer = (1 - state->delta) * distance + weight;
	enum sp_status status = SP_OK;

	for (uint32_t i = 0; !status && i < count; i++) {
		uint32_t page = successors[i];
		uint32_t place = run->frontier.place[page];

		if (place & SP_DONE)
			continue;
		if (place == SP_UNSEEN) {
			status = find_lazily(run, page, offer, err);
			continue;
		}
		run->frontier.updates++;
		status = put_entry(state, page,
				   learn(run, state, state->distance[page],
					 distance, weight), err);
	}
	return status;
}

/* ---- the equations: replace and min ----------------------------------- */

static void
download_at_once(struct sp_run *run, double distance, double weight,
		 const uint32_t *successors, uint32_t count)
{
	struct sp_frontier *frontier = &run->frontier;
	const struct state *state = run->state;
	double offer = (1 - state->delta) * distance + weight;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i], place = frontier->place[page];
		double old, new;

		if (place & SP_DONE)
			continue;
		if (place == SP_UNSEEN) {
			sp_find(run, page, offer);
			continue;
		}
		old = sp_frontier_key(frontier, place);
		new = learn(run, state, old, distance, weight);
		if (state->update == REPLACE || new < old)
			sp_frontier_change(frontier, place, new);
	}
}

/* ---- the strategy ----------------------------------------------------- */

/* A seed's entry may lack the memory; the first download then tells. */
static void
seed(struct sp_run *run, uint32_t page)
{
	struct state *state = run->state;

	if (state->update != LAZY)
		sp_find(run, page, state->start);
	else if (find_lazily(run, page, state->start, NULL))
		run->frontier.place[page] = SP_UNSEEN;
}

static enum sp_status
ready(struct sp_run *run, struct sp_error *err)
{
	struct state *state = run->state;

	if (state->update == LAZY && state->count != run->seeds)
		return sp_no_memory(err, "the queue");
	return SP_OK;
}

static enum sp_status
next(struct sp_run *run, struct sp_next *next_page, struct sp_error *err)
{
	struct state *state = run->state;

	if (state->update != LAZY)
		return sp_next_best(run, next_page, err);
	while (state->count) {
		struct entry entry = take_entry(state);

		if (sp_is_done(&run->frontier, entry.page))
			continue;
		next_page->page = entry.page;
		next_page->key = entry.key;
		return SP_OK;
	}
	next_page->none = true;
	return SP_OK;
}

static enum sp_status
download(struct sp_run *run, double distance, const uint32_t *successors,
	 uint32_t count, struct sp_error *err)
{
	struct state *state = run->state;
	double weight;

	if (run->size % state->learning.period == 0)
		state->delta = state->delta0 -
			       state->slope *
				       ((double)run->size / state->pages);
	sp_learning_step(&state->learning, run->size);
	if (!count)
		return SP_OK;
	weight = state->log(count);
	if (state->update == LAZY)
		return download_lazily(run, distance, weight, successors,
				       count, err);
	download_at_once(run, distance, weight, successors, count);
	return SP_OK;
}

static double
key_of(const struct sp_run *run, uint32_t page)
{
	const struct state *state = run->state;

	return state->update == LAZY ? state->distance[page] :
		sp_frontier_key(&run->frontier, run->frontier.place[page]);
}

static const struct sp_strategy_work work = {
	.kinds = SP_LEAST_FIRST, .begin = begin, .seed = seed, .ready = ready,
	.next = next, .download = download, .key = key_of, .end = end
};

static const struct sp_strategy_option options[] = {
	{ "k", SP_STRATEGY_PERIOD, 1, 0, SP_PERIOD_COMMON, NULL,
	  "learn after every so many downloads" },
	{ "update", SP_STRATEGY_CHOICE, 0, 0, 0, "replace|min|lazy",
	  "a new distance replaces the old one, only if smaller, or queues "
	  "the page again" },
	{ "pc", SP_STRATEGY_CHOICE, 0, 0, 0, "literal|shift",
	  "the factor of two negative distances" },
	{ "beta", SP_STRATEGY_REAL, 0, 1e3, 0.1, NULL,
	  "how fast the learning rate falls" },
	{ "d0", SP_STRATEGY_REAL, -1e3, 1e3, 0.3, NULL,
	  "the distance of the seeds" },
	{ "delta0", SP_STRATEGY_REAL, 0, 1, 0.35, NULL,
	  "weight of the shape of the graph in the beginning" },
	{ "slope", SP_STRATEGY_REAL, 0, 1, 0.28, NULL,
	  "how much of that weight the crawl takes away" },
	{ "log-base", SP_STRATEGY_CHOICE, 0, 0, 0, "10|e|2",
	  "of all logarithms" },
	{ "n", SP_STRATEGY_WHOLE, 0, 9e15, 0, NULL,
	  "pages of the web; 0: of the graph" },
	{ NULL, 0, 0, 0, 0, NULL, NULL }
};

const struct sp_strategy sp_order_ieca = {
	.name = "ieca", .help = "the least distance that learns from links",
	.source = "Golshani and ZarehBidoki 2012", .options = options,
	.work = &work
};
