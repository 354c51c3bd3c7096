/* SPDX-License-Identifier: MIT */
/*
 * IECA: the page at the smallest distance, which learns from every link and
 * from the link structure (seedpipe-algorithms(7), 3.7; Golshani and
 * ZarehBidoki 2012).
 *
 * Each link to a queued page changes its distance (Eq. 10): a part alpha of
 * the way to what the link offers, all weighted by 1 - delta, minus delta
 * times the logarithm of how much farther the page is than its parent.
 * So distances get worse as well as better, and may become negative.
 *
 * update=replace and min keep one key a page, in the frontier's heap.
 * update=lazy follows the paper's listing to the letter: every change of a
 * queued page adds a second entry to the queue, and the smallest entry wins,
 * which may be an old one.  Such a queue cannot be the indexed heap of the
 * frontier, so the order keeps a plain heap of entries; the frontier only
 * counts the pages.  An entry takes 24 bytes, and there is one for each link
 * to a page that is queued.
 */
#include "crawl/orders/learning.h"

#include "base/memory.h"

#include <stdlib.h>

enum {
	IECA_PERIOD, IECA_UPDATE, IECA_PC, IECA_BETA, IECA_START, IECA_DELTA,
	IECA_SLOPE, IECA_LOG_BASE, IECA_PAGES
};
enum ieca_update { IECA_REPLACE, IECA_MIN, IECA_LAZY };

struct ieca_entry {
	double key;
	uint64_t number;
	uint32_t page;
};

struct ieca_state {
	struct sp_learning learning;
	enum ieca_update update;
	int shift;
	double start, delta0, slope, pages;
	double delta;
	double (*log)(double);
	/* lazy: a binary heap of entries, and the latest distances */
	struct ieca_entry *entries;
	uint64_t count, capacity, number;
	double *distance;
};

static enum sp_status
ieca_begin(struct sp_crawl_state *crawl)
{
	static double (*const logs[])(double) = { log10, log, log2 };
	struct ieca_state *state = crawl->state;

	state->update = (enum ieca_update)sp_option_value(crawl, IECA_UPDATE);
	state->shift = sp_option_value(crawl, IECA_PC) > 0;
	state->start = sp_option_value(crawl, IECA_START);
	state->delta = state->delta0 = sp_option_value(crawl, IECA_DELTA);
	state->slope = sp_option_value(crawl, IECA_SLOPE);
	state->log = logs[(int)sp_option_value(crawl, IECA_LOG_BASE)];
	state->pages = sp_option_value(crawl, IECA_PAGES);
	if (state->pages == 0)
		state->pages = (double)crawl->expected;
	sp_learning_init(&state->learning, crawl, IECA_PERIOD, IECA_BETA);
	if (state->update == IECA_LAZY)
		state->distance = sp_alloc_large(crawl->pages, sizeof(double));
	return state->update != IECA_LAZY || state->distance ?
		       SP_OK : sp_no_memory(crawl->err, "distances");
}

static void
ieca_end(struct sp_crawl_state *crawl)
{
	struct ieca_state *state = crawl->state;

	free(state->entries);
	free(state->distance);
}

/*
 * The new distance of a queued page (Eq. 10), from the old one and that of the
 * page that links to it.  The operations are in the order of the equation:
 * rounding is part of what a worked example fixes.
 */
static inline double
ieca_learn(struct sp_crawl_state *crawl, const struct ieca_state *state,
	   double old, double distance, double weight)
{
	double alpha = state->learning.alpha, delta = state->delta;
	double factor = sp_distance_factor(old, distance, state->shift,
					   &crawl->report->guards);
	double change = (1 - alpha) * old +
			alpha * (weight + (1 - delta) * distance);

	return (1 - delta) * change - delta * state->log(factor);
}

/* ---- the queue of the listing: lazy ----------------------------------- */

/* Equal keys come in the order of their entries, as in a list. */
static inline bool
ieca_entry_before(const struct ieca_entry *a, const struct ieca_entry *b)
{
	return a->key < b->key || (a->key == b->key && a->number < b->number);
}

/*
 * The hole moves up and the entry is written once. distance has the latest
 * distance of the page, from which the next link goes on, whichever entry
 * wins.
 */
static enum sp_status
ieca_push_entry(struct ieca_state *state, uint32_t page, double key,
		struct sp_error *err)
{
	struct ieca_entry entry = { key, state->number++, page };
	uint64_t at = state->count;

	if (!sp_grow(&state->entries, &state->capacity, state->count + 1))
		return sp_no_memory(err, "the queue");
	state->distance[page] = key;
	state->count++;
	for (; at && ieca_entry_before(&entry, &state->entries[(at - 1) / 2]);
	     at = (at - 1) / 2)
		state->entries[at] = state->entries[(at - 1) / 2];
	state->entries[at] = entry;
	return SP_OK;
}

static struct ieca_entry
ieca_pop_entry(struct ieca_state *state)
{
	struct ieca_entry *entries = state->entries, first = entries[0];
	struct ieca_entry last = entries[--state->count];
	uint64_t at = 0, child;

	while ((child = 2 * at + 1) < state->count) {
		if (child + 1 < state->count &&
		    ieca_entry_before(&entries[child + 1], &entries[child]))
			child++;
		if (!ieca_entry_before(&entries[child], &last))
			break;
		entries[at] = entries[child];
		at = child;
	}
	entries[at] = last;
	return first;
}

/* The frontier only counts a page; its entries are in the order's own heap. */
static enum sp_status
ieca_queue_lazily(struct sp_crawl_state *crawl, uint32_t page, double key)
{
	if (!sp_queue_page_aside(crawl, page))
		return SP_OK;
	crawl->frontier.updates++;
	return ieca_push_entry(crawl->state, page, key, crawl->err);
}

static enum sp_status
ieca_follow_lazily(struct sp_crawl_state *crawl, double distance, double weight,
		   const uint32_t *successors, uint32_t count)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct ieca_state *state = crawl->state;
	double offer = (1 - state->delta) * distance + weight;
	enum sp_status status = SP_OK;

	for (uint32_t i = 0; !status && i < count; i++) {
		uint32_t page = successors[i];

		if (sp_is_unseen(frontier, page)) {
			status = ieca_queue_lazily(crawl, page, offer);
			continue;
		}
		frontier->updates++;
		status = ieca_push_entry(
			state, page,
			ieca_learn(crawl, state, state->distance[page],
				   distance, weight),
			crawl->err);
	}
	return status;
}

/* ---- the equations: replace and min ----------------------------------- */

static void
ieca_follow_at_once(struct sp_crawl_state *crawl, double distance,
		    double weight, const uint32_t *successors, uint32_t count)
{
	struct sp_frontier *frontier = &crawl->frontier;
	const struct ieca_state *state = crawl->state;
	double offer = (1 - state->delta) * distance + weight;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];
		double old, new;

		if (sp_is_unseen(frontier, page)) {
			sp_queue_page(crawl, page, offer);
			continue;
		}
		old = sp_frontier_key(frontier, page);
		new = ieca_learn(crawl, state, old, distance, weight);
		if (state->update == IECA_REPLACE || new < old)
			sp_frontier_change(frontier, page, new);
	}
}

/* ---- the strategy ----------------------------------------------------- */

static enum sp_status
ieca_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	struct ieca_state *state = crawl->state;

	if (state->update == IECA_LAZY)
		return ieca_queue_lazily(crawl, page, state->start);
	sp_queue_page(crawl, page, state->start);
	return SP_OK;
}

static enum sp_status
ieca_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	struct ieca_state *state = crawl->state;

	if (state->update != IECA_LAZY)
		return sp_choose_best(crawl, choice);
	while (state->count) {
		struct ieca_entry entry = ieca_pop_entry(state);

		/* A better entry of the page came before. */
		if (sp_is_done(&crawl->frontier, entry.page))
			continue;
		choice->page = entry.page;
		choice->key = entry.key;
		return SP_OK;
	}
	choice->none = true;
	return SP_OK;
}

/*
 * Both rates are those after this download, for its own links too, as in the
 * listing. delta falls with the part of the web that was downloaded, in steps
 * of the period.
 */
static enum sp_status
ieca_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	      uint32_t count)
{
	struct ieca_state *state = crawl->state;
	double distance = crawl->key, weight;

	if (crawl->size % state->learning.period == 0)
		state->delta = state->delta0 -
			       state->slope *
				       ((double)crawl->size / state->pages);
	sp_learning_step(&state->learning, crawl->size);
	if (!count)
		return SP_OK;
	weight = state->log(count);
	if (sp_open_links(crawl, &successors, &count))
		return crawl->err->status;
	if (state->update == IECA_LAZY)
		return ieca_follow_lazily(crawl, distance, weight, successors,
					  count);
	ieca_follow_at_once(crawl, distance, weight, successors, count);
	return SP_OK;
}

static double
ieca_key_of(const struct sp_crawl_state *crawl, uint32_t page)
{
	const struct ieca_state *state = crawl->state;

	return state->update == IECA_LAZY ?
		       state->distance[page] :
		       sp_frontier_key(&crawl->frontier, page);
}

static const char *
ieca_one_queue(const double *values)
{
	return (unsigned)values[IECA_UPDATE] == IECA_LAZY ?
		       "update=lazy has a queue of its own" : NULL;
}

static const struct sp_strategy_work ieca_work = {
	.state_size = sizeof(struct ieca_state), .kinds = SP_LEAST_FIRST,
	.one_queue = ieca_one_queue,
	.begin = ieca_begin, .seed = ieca_seed, .next = ieca_next,
	.download = ieca_download, .key = ieca_key_of, .end = ieca_end,
	.meaning = SP_KEY_DISTANCE
};

static const struct sp_parameter ieca_options[] = {
	[IECA_PERIOD] = SP_OPTION_PERIOD("k",
		"adapt alpha and delta every K downloads"),
	[IECA_UPDATE] = SP_OPTION_CHOICE("update", "replace|min|lazy",
		"a new distance replaces the old, only if smaller, or is "
		"queued beside it"),
	[IECA_PC] = SP_OPTION_CHOICE("pc", "literal|shift",
		"factor of two negative distances: as printed, or shifted"),
	[IECA_BETA] = SP_OPTION_REAL("beta", 0, 1e3, 0.1,
		"decay of the learning rate alpha"),
	[IECA_START] = SP_OPTION_REAL("d0", -1e3, 1e3, 0.3,
		"distance of the seeds"),
	[IECA_DELTA] = SP_OPTION_REAL("delta0", 0, 1, 0.35,
		"first balancing factor delta: weight of the link structure"),
	[IECA_SLOPE] = SP_OPTION_REAL("slope", 0, 1, 0.28,
		"fall of delta until the whole web is downloaded"),
	[IECA_LOG_BASE] = SP_OPTION_CHOICE("log-base", "10|e|2",
		"base of all logarithms"),
	[IECA_PAGES] = SP_OPTION_WHOLE("n", 0, 9e15, 0,
		"pages of the web; 0: those of the graph"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_ieca = {
	.name = "ieca", .help = "the smallest distance, learned from links",
	.source = "Golshani and ZarehBidoki 2012", .options = ieca_options,
	.work = &ieca_work
};
