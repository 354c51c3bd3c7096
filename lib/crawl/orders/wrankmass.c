/* SPDX-License-Identifier: MIT */
/*
 * Windowed RankMass: downloads the best part of the frontier at once, then
 * lets the mass of all downloaded pages flow in one pass
 * (seedpipe-algorithms(7), 3.11; Cho and Schonfeld 2007).
 *
 * A window needs no list: next() counts down left, the pages of it that are
 * still to come, and while it does no link is followed and no key changes, so
 * that the best pages of the heap are those of its beginning. download() only
 * notes the page and its mass.  The pass at the beginning of the next window
 * follows all links, those of the new pages for the first time, in the order
 * of the downloads.
 *
 * mass[] is what a done page has received since it last spent its mass; what it
 * spends is added to report->covered.  A pass looks at each page that is done
 * for it, as long as that pays; when few have any, as in a long chain, due, a
 * set of turns, has those that do.  16 bytes a page, 8 more with a snapshot.
 */
#include "crawl/orders/orders.h"

#include "base/memory.h"
#include "crawl/orders/mass.h"
#include "crawl/scores.h"

#include <math.h>
#include <stdlib.h>

enum {
	WRANKMASS_WINDOW, WRANKMASS_DAMPING, WRANKMASS_PASS, WRANKMASS_LOSS
};

struct wrankmass_state {
	bool snapshot;
	double least;        /* a page with more is expanded again */
	uint64_t left;       /* pages of the window still to be downloaded */
	uint64_t expanded;   /* pages whose links were read */
	uint32_t *done;      /* pages in the order of their download */
	uint32_t *turn;      /* of each page that is done: its place there */
	double *mass;        /* of pages that are done; of others any number */
	bool tracked;        /* is due kept, because few pages are? */
	uint64_t *due;       /* bitset of turns: pages with more than least */
	uint64_t *now;       /* the same, of those that this pass expands: due,
				or with a snapshot another one */
	uint64_t *settled;   /* bitset: pages all of whose links are done */
	double *taken;       /* snapshot: mass at the beginning of the pass */
};

static enum sp_status
wrankmass_begin(struct sp_crawl_state *crawl)
{
	struct wrankmass_state *state = crawl->state;

	state->snapshot = sp_option_value(crawl, WRANKMASS_PASS) > 0;
	state->least = sp_least_mass(crawl, WRANKMASS_LOSS, WRANKMASS_DAMPING,
				     0);
	state->done = sp_alloc_large(crawl->pages, sizeof(*state->done));
	state->turn = sp_alloc_large(crawl->pages, sizeof(*state->turn));
	state->mass = sp_alloc_large_zero(crawl->pages, sizeof(*state->mass));
	state->due = sp_bitset_new(crawl->pages);
	state->settled = sp_bitset_new(crawl->pages);
	state->now = state->due;
	if (state->snapshot) {
		state->now = sp_bitset_new(crawl->pages);
		state->taken = sp_alloc_large(crawl->pages, sizeof(double));
	}
	if (!state->done || !state->turn || !state->mass || !state->due ||
	    !state->now || !state->settled ||
	    (state->snapshot && !state->taken))
		return sp_no_memory(crawl->err, "the mass of pages");
	return SP_OK;
}

static void
wrankmass_end(struct sp_crawl_state *crawl)
{
	struct wrankmass_state *state = crawl->state;

	free(state->done);
	free(state->turn);
	free(state->mass);
	if (state->now != state->due)
		free(state->now);
	free(state->due);
	free(state->settled);
	free(state->taken);
}

static enum sp_status
wrankmass_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	double damping = sp_option_value(crawl, WRANKMASS_DAMPING);

	sp_queue_page_given(crawl, page, 0, (1 - damping) * crawl->share);
	return SP_OK;
}

/* A page that is done is due, if it has a turn: it was downloaded here. */
static void
wrankmass_mark(struct sp_crawl_state *crawl, uint32_t page)
{
	struct wrankmass_state *state = crawl->state;

	if (!sp_is_abroad(crawl, page) && !sp_is_gone(crawl, page))
		sp_bit_set(state->due, state->turn[page]);
}

/*
 * Mass for the successors of a page that are done.  Callers pass a constant for
 * tracked, so that the loop is specialised.
 */
static inline __attribute__((always_inline)) void
wrankmass_give(struct sp_crawl_state *crawl, const uint32_t *successors,
	       uint32_t count, double share, bool tracked)
{
	struct wrankmass_state *state = crawl->state;
	double *mass = state->mass, least = state->least;

	for (uint32_t i = 0; i < count; i++)
		__builtin_prefetch(&mass[successors[i]], 1);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = successors[i];
		double before = mass[to];

		mass[to] = before + share;
		if (tracked && before <= least && mass[to] > least &&
		    sp_is_done(&crawl->frontier, to))
			wrankmass_mark(crawl, to);
	}
	for (uint32_t i = 0; crawl->score && i < count; i++)
		if (sp_is_done(&crawl->frontier, successors[i]))
			sp_score_add(crawl, successors[i], share);
}

/*
 * The mass of one page that is done flows to its successors.  Links count as
 * read only the first time.
 *
 * What a page that is not done gets is written to mass[] as well, since that
 * costs less than to ask; download() then sets it to the key.  So a page whose
 * successors are all done, which they remain, only needs additions.
 */
static enum sp_status
wrankmass_spread(struct sp_crawl_state *crawl, uint32_t page, double mass,
		 bool first)
{
	struct wrankmass_state *state = crawl->state;
	const uint32_t *successors;
	uint32_t count;
	double share;

	crawl->report->covered += mass;
	crawl->report->pushes++;
	if (sp_expand_page(crawl, page, first, &successors, &count))
		return crawl->err->status;
	if (!count)
		return SP_OK;
	share = sp_option_value(crawl, WRANKMASS_DAMPING) * mass / count;
	if (state->tracked)
		wrankmass_give(crawl, successors, count, share, true);
	else
		wrankmass_give(crawl, successors, count, share, false);
	if (sp_bit_test(state->settled, page))
		return SP_OK;
	if (sp_open_links(crawl, &successors, &count))
		return crawl->err->status;
	if (!count)
		sp_bit_set(state->settled, page);
	for (uint32_t i = 0; i < count; i++)
		sp_give_page(crawl, successors[i], 0, share);
	return SP_OK;
}

/*
 * The first page from turn i on that is to be expanded: one that has enough
 * mass; or has not been expanded yet, even if it has no mass.
 */
static uint64_t
wrankmass_due(const struct sp_crawl_state *crawl, uint64_t i)
{
	const struct wrankmass_state *state = crawl->state;

	if (state->tracked)
		return i < state->expanded ?
			sp_bit_next(state->now, i, state->expanded) : i;
	while (i < state->expanded &&
	       !((state->snapshot ? state->taken[i] :
				    state->mass[state->done[i]]) >
		 state->least))
		i++;
	return i;
}

/* What comes to be due from here on is due in the next pass. */
static void
wrankmass_take_all(struct sp_crawl_state *crawl)
{
	struct wrankmass_state *state = crawl->state;
	uint64_t *none = state->now;

	state->now = state->due;
	state->due = none;
	if (!state->tracked)
		for (uint64_t i = 0; i < crawl->size; i++)
			state->taken[i] = state->mass[state->done[i]];
	for (uint64_t i = wrankmass_due(crawl, 0); i < crawl->size;
	     i = wrankmass_due(crawl, i + 1)) {
		state->taken[i] = state->mass[state->done[i]];
		state->mass[state->done[i]] = 0;
	}
}

/*
 * Keeps due, or no longer, after a pass that expanded this many pages.  It
 * costs more than looking at each page, unless few have mass.
 */
static void
wrankmass_track(struct sp_crawl_state *crawl, uint64_t pages)
{
	struct wrankmass_state *state = crawl->state;
	bool tracked = pages < crawl->size / 8;

	if (tracked == state->tracked)
		return;
	for (uint64_t i = 0; i < crawl->size; i++) {
		sp_bit_clear(state->due, i);
		if (tracked && state->mass[state->done[i]] > state->least)
			sp_bit_set(state->due, i);
	}
	state->tracked = tracked;
}

/* Most turns of a pass are due, so those soon after i are worth a hint. */
static void
wrankmass_ahead(const struct sp_crawl_state *crawl, uint64_t i)
{
	const struct wrankmass_state *state = crawl->state;

	if (i + 8 >= crawl->size)
		return;
	sp_prefetch_later(crawl, state->done[i + 8]);
	sp_prefetch_page(crawl, state->done[i + 3]);
}

/*
 * In place, mass that arrives at a page later in the pass flows on at once; in
 * a snapshot all mass is taken first and arrives for the next pass.
 */
static enum sp_status
wrankmass_pass(struct sp_crawl_state *crawl)
{
	struct wrankmass_state *state = crawl->state;
	enum sp_status status = SP_OK;
	uint64_t pages = 0;

	if (state->snapshot)
		wrankmass_take_all(crawl);
	for (uint64_t i = wrankmass_due(crawl, 0); !status && i < crawl->size;
	     i = wrankmass_due(crawl, i + 1)) {
		uint32_t page = state->done[i];
		double mass = state->snapshot ? state->taken[i] :
						state->mass[page];

		/* Cleared first, so that a link to itself keeps its share. */
		sp_bit_clear(state->now, i);
		if (!state->snapshot)
			state->mass[page] = 0;
		wrankmass_ahead(crawl, i);
		status = wrankmass_spread(crawl, page, mass,
					  i >= state->expanded);
		pages++;
	}
	state->expanded = crawl->size;
	wrankmass_track(crawl, pages);
	return status;
}

static enum sp_status
wrankmass_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	struct wrankmass_state *state = crawl->state;

	if (!state->left) {
		double pages;

		if (wrankmass_pass(crawl))
			return crawl->err->status;
		pages = ceil(sp_option_value(crawl, WRANKMASS_WINDOW) *
			     (double)crawl->frontier.count);
		state->left = pages < 1 ? 1 : (uint64_t)pages;
	}
	state->left--;
	return sp_choose_best(crawl, choice);
}

/* The next pass follows the links: pages of one window do not affect it. */
static enum sp_status
wrankmass_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		   uint32_t count)
{
	struct wrankmass_state *state = crawl->state;

	(void)successors;
	(void)count;
	state->done[crawl->size - 1] = crawl->page;
	state->turn[crawl->page] = (uint32_t)(crawl->size - 1);
	state->mass[crawl->page] = crawl->key;
	return SP_OK;
}

static const struct sp_strategy_work wrankmass_work = {
	.cost = 40,
	.state_size = sizeof(struct wrankmass_state),
	.kinds = SP_LARGEST_FIRST,
	.one_by_one = "it follows no links inside a window anyway",
	.blind = true, .uses_trust = true,
	.carries = true, .begin = wrankmass_begin, .seed = wrankmass_seed,
	.next = wrankmass_next, .download = wrankmass_download,
	.end = wrankmass_end,
	.meaning = SP_KEY_RANK
};

static const struct sp_parameter wrankmass_options[] = {
	[WRANKMASS_WINDOW] = SP_OPTION_REAL("window", 1e-9, 1, 0.05,
		"part of the frontier to download at once"),
	[WRANKMASS_DAMPING] = SP_OPTION_DAMPING,
	[WRANKMASS_PASS] = SP_OPTION_CHOICE("pass", "inplace|snapshot",
		"pass mass on in the pass in which it arrives, or the next"),
	[WRANKMASS_LOSS] = SP_OPTION_LOSS,
	SP_OPTION_END
};

const struct sp_strategy sp_order_wrankmass = {
	.name = "wrankmass",
	.help = "the most mass, a window of the frontier at a time",
	.source = "Cho and Schonfeld 2007", .options = wrankmass_options,
	.work = &wrankmass_work
};
