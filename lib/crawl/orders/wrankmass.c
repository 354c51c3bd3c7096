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
 * mass has what a page that is done has got since it was last spent; what it
 * spends is added to report->covered. 12 bytes a page, 8 more with a snapshot.
 */
#include "crawl/orders/orders.h"

#include "base/memory.h"
#include "crawl/scores.h"

#include <math.h>
#include <stdlib.h>

enum { WRANKMASS_WINDOW, WRANKMASS_DAMPING, WRANKMASS_PASS };

struct wrankmass_state {
	bool snapshot;
	uint64_t left;       /* pages of the window still to be downloaded */
	uint64_t expanded;   /* pages whose links were read */
	uint32_t *done;      /* pages in the order of their download */
	double *mass;        /* of pages that are done */
	double *taken;       /* snapshot: mass at the beginning of the pass */
};

static enum sp_status
wrankmass_begin(struct sp_crawl_state *crawl)
{
	struct wrankmass_state *state = crawl->state;

	state->snapshot = sp_option_value(crawl, WRANKMASS_PASS) > 0;
	state->done = sp_alloc_large(crawl->pages, sizeof(*state->done));
	state->mass = sp_alloc_large(crawl->pages, sizeof(*state->mass));
	if (state->snapshot)
		state->taken = sp_alloc_large(crawl->pages, sizeof(double));
	if (!state->done || !state->mass ||
	    (state->snapshot && !state->taken))
		return sp_no_memory(crawl->err, "the mass of pages");
	return SP_OK;
}

static void
wrankmass_end(struct sp_crawl_state *crawl)
{
	struct wrankmass_state *state = crawl->state;

	free(state->done);
	free(state->mass);
	free(state->taken);
}

static enum sp_status
wrankmass_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	double damping = sp_option_value(crawl, WRANKMASS_DAMPING);

	sp_queue_page_given(crawl, page, 0, (1 - damping) * crawl->share);
	return SP_OK;
}

/*
 * The mass of one page that is done flows to its successors.  Links count as
 * read only the first time.
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
	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = successors[i];

		if (sp_is_done(&crawl->frontier, to)) {
			state->mass[to] += share;
			sp_score_add(crawl, to, share);
		} else {
			sp_give_page(crawl, to, 0, share);
		}
	}
	return SP_OK;
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

	for (uint64_t i = 0; state->snapshot && i < crawl->size; i++) {
		state->taken[i] = state->mass[state->done[i]];
		state->mass[state->done[i]] = 0;
	}
	for (uint64_t i = 0; !status && i < crawl->size; i++) {
		uint32_t page = state->done[i];
		double mass = state->snapshot ? state->taken[i] :
						state->mass[page];

		/* Its links are followed once even if it has no mass. */
		if (!(mass > 0) && i < state->expanded)
			continue;
		/* Cleared first, so that a link to itself keeps its share. */
		if (!state->snapshot)
			state->mass[page] = 0;
		status = wrankmass_spread(crawl, page, mass,
					  i >= state->expanded);
	}
	state->expanded = crawl->size;
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

static const struct sp_strategy_option wrankmass_options[] = {
	[WRANKMASS_WINDOW] = SP_OPTION_REAL("window", 1e-9, 1, 0.05,
		"part of the frontier to download at once"),
	[WRANKMASS_DAMPING] = SP_OPTION_DAMPING,
	[WRANKMASS_PASS] = SP_OPTION_CHOICE("pass", "inplace|snapshot",
		"pass mass on in the pass in which it arrives, or the next"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_wrankmass = {
	.name = "wrankmass",
	.help = "the most mass, a window of the frontier at a time",
	.source = "Cho and Schonfeld 2007", .options = wrankmass_options,
	.work = &wrankmass_work
};
