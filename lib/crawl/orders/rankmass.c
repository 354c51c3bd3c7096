/* SPDX-License-Identifier: MIT */
/*
 * RankMass: as fractional PageRank, but mass also flows to pages that are
 * done, which then pass it on once more (seedpipe-algorithms(7), 3.10; Cho and
 * Schonfeld 2007).  What a page spends converges from below to its
 * personalised PageRank, so the sum is a lower bound of the PageRank that was
 * covered.
 *
 * All pages with mass are in the pool, done or not, so it cannot be that of
 * the frontier: the order has one of its own, and the frontier only counts
 * pages that wait. next() may choose a page that is done, which the engine
 * then expands again without a download.  A page keeps its tie when it returns
 * to the pool, so that it is decided by its first queueing (G5).
 *
 * The amount of a page in the pool is its mass.  With a loss, mass that waits
 * at a page that is done is its amount with a minus: such a page is not in the
 * pool (mass.h).
 *
 * A crawl ends at the last page that is queued, although mass goes round among
 * pages that are done for ever; or, with eps, when 1 - eps was spent.  Whether
 * that can ever be is computed in each turn (rankmass_is_over()), since a
 * crawl that cannot reach it would not end.
 *
 * Sums that are kept: left, the mass in the pool and that which waits; refused,
 * that which limits keep out; report->covered, that which was spent.  They are
 * added to and subtracted from in the order of the crawl, and only bounds are
 * computed from them.
 */
#include "crawl/orders/orders.h"

#include "base/memory.h"
#include "crawl/orders/mass.h"
#include "crawl/pool.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
	RANKMASS_DAMPING, RANKMASS_EPSILON, RANKMASS_MAX_PUSH,
	RANKMASS_DANGLING, RANKMASS_LOSS
};

struct rankmass_state {
	struct sp_pool pool;   /* pages by their mass */
	uint32_t *tie;         /* of each page that was queued */
	double least;          /* mass with which a page is expanded again */
	double enough;         /* stop when this is covered; 0: never */
	double left;           /* mass of all pages that are seen */
	double refused;        /* ... of pages that a limit refused */
};

static enum sp_status
rankmass_begin(struct sp_crawl_state *crawl)
{
	struct rankmass_state *state = crawl->state;
	double epsilon;

	state->tie = sp_alloc_large(crawl->pages, sizeof(*state->tie));
	if (!state->tie ||
	    !sp_pool_init(&state->pool, crawl->pages, 0, state->tie))
		return sp_no_memory(crawl->err, "the mass of pages");
	epsilon = sp_option_value(crawl, RANKMASS_EPSILON);
	state->least = sp_least_mass(crawl, RANKMASS_LOSS, RANKMASS_DAMPING,
				     DBL_MIN);
	state->enough = epsilon > 0 ? 1 - epsilon : 0;
	return SP_OK;
}

static void
rankmass_end(struct sp_crawl_state *crawl)
{
	struct rankmass_state *state = crawl->state;

	free(state->tie);
	sp_pool_free(&state->pool);
}

/*
 * Mass for an unseen page, which keeps it if a limit forbids to queue it. kept
 * is there if a limit is; before is 0 for a page without any.
 */
static void
rankmass_find(struct sp_crawl_state *crawl, uint32_t page, double mass)
{
	struct rankmass_state *state = crawl->state;
	double before = crawl->kept ? crawl->kept[page] : 0;

	if (!sp_queue_page_aside(crawl, page)) {
		state->refused += mass;
		crawl->kept[page] = before + mass;
		return;
	}
	if (before > 0) {
		state->refused -= before;
		crawl->kept[page] = 0;
	}
	state->tie[page] = (uint32_t)(sp_tie_rank(
		&crawl->frontier, sp_frontier_last_stamp(&crawl->frontier),
		page) >> 32);
	state->left += before + mass;
	crawl->frontier.updates++;
	sp_pool_put(&state->pool, page, before + mass);
}

/*
 * Mass for a page whose amount is not above 0: one that is unseen is queued, if
 * a limit does not forbid it; one that is queued without mass gets it; one that
 * is done returns to the pool, if it has enough mass with that which waits.
 * Without a loss nothing waits: mass that is so small that it only would go
 * round in circles is dropped.  Returns false if the caller must not add
 * the mass to left.
 */
static bool
rankmass_arrive(struct sp_crawl_state *crawl, uint32_t page, double mass)
{
	struct rankmass_state *state = crawl->state;

	if (sp_is_unseen(&crawl->frontier, page)) {
		rankmass_find(crawl, page, mass);
		return false;
	}
	if (sp_is_abroad(crawl, page))
		return false;
	if (!sp_is_done(&crawl->frontier, page)) {
		sp_pool_raise(&state->pool, page, mass);
		return true;
	}
	mass -= state->pool.amount[page];
	if (mass >= state->least)
		sp_pool_put(&state->pool, page, mass);
	else if (state->least > DBL_MIN)
		state->pool.amount[page] = -mass;
	else
		return false;
	return true;
}

/* Most links lead to pages that have mass, for which this is an addition. */
static void
rankmass_give(struct sp_crawl_state *crawl, const uint32_t *pages,
	      uint32_t count, double mass)
{
	struct rankmass_state *state = crawl->state;
	struct sp_pool *pool = &state->pool;
	uint64_t given = 0;

	for (uint32_t i = 0; i < count; i++)
		__builtin_prefetch(&pool->amount[pages[i]], 1);
	for (uint32_t i = 0; i < count; i++) {
		if (pool->amount[pages[i]] > 0) {
			sp_pool_grow(pool, pages[i], mass);
			given++;
		} else {
			given += rankmass_arrive(crawl, pages[i], mass);
		}
	}
	state->left += mass * (double)given;
	crawl->frontier.updates += given;
}

/* Queued without mass and then given its share: these count as two updates. */
static enum sp_status
rankmass_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	double damping = sp_option_value(crawl, RANKMASS_DAMPING);

	rankmass_give(crawl, &page, 1, 0);
	rankmass_give(crawl, &page, 1, (1 - damping) * crawl->share);
	return SP_OK;
}

/*
 * The mass that is not spent yet.  That of refused pages may still come in: by
 * pages that are queued, or, since a full frontier refuses only for a while, by
 * pages that are expanded once more; but not by so little that it would not
 * change what is covered.
 */
static double
rankmass_to_come(const struct sp_crawl_state *crawl)
{
	const struct rankmass_state *state = crawl->state;
	double covered = crawl->report->covered;

	if (!sp_pool_count(&state->pool))
		return 0;
	if (crawl->frontier.count ||
	    (crawl->options->max_frontier &&
	     state->left > covered * DBL_EPSILON))
		return state->left + state->refused;
	return state->left;
}

/*
 * Is the crawl over?  A unit of mass is spent 1 + d + d^2 + ... times at most,
 * so what is left can cover left / (1 - d) more; if eps asks for more than
 * that, the crawl would go on for ever.
 */
static enum sp_status
rankmass_is_over(struct sp_crawl_state *crawl, bool *over)
{
	const struct rankmass_state *state = crawl->state;
	double covered = crawl->report->covered;
	double damping = sp_option_value(crawl, RANKMASS_DAMPING);
	double most = covered + rankmass_to_come(crawl) / (1 - damping);
	double max_push = sp_option_value(crawl, RANKMASS_MAX_PUSH);

	*over = !sp_pool_count(&state->pool) ||
		(max_push > 0 && (double)crawl->report->pushes >= max_push);
	if (state->enough == 0)
		*over = *over || !crawl->frontier.count;
	else if (covered >= state->enough)
		*over = true;
	else if (most < state->enough)
		return sp_fail(crawl->err, SP_DATA, "%s: these seeds cover at "
			       "most %.9g of the mass%s: eps must be above "
			       "%.9g", crawl->plan->name, most,
			       state->least > DBL_MIN ? " with this loss" : "",
			       1 - most);
	return SP_OK;
}

static enum sp_status
rankmass_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	struct rankmass_state *state = crawl->state;
	struct sp_pool *pool = &state->pool;
	uint32_t page;

	if (rankmass_is_over(crawl, &choice->none))
		return crawl->err->status;
	if (choice->none)
		return SP_OK;
	choice->page = sp_pool_first(pool);
	choice->key = pool->amount[choice->page];
	sp_pool_take(pool);
	pool->amount[choice->page] = 0;
	/* Here, since the mass of a page that is gone is lost. */
	state->left -= choice->key;
	if (sp_pool_ahead(pool, 0, &page))
		sp_prefetch_page(crawl, page);
	for (unsigned i = 1; i < SP_POOL_AHEAD; i++)
		if (sp_pool_ahead(pool, i, &page))
			sp_prefetch_later(crawl, page);
	return SP_OK;
}

/*
 * The key is the mass of the page, which left the pool with it.  A link to the
 * page itself so puts it back into the pool with its share.
 */
static enum sp_status
rankmass_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		  uint32_t count)
{
	double mass = crawl->key;
	double share = sp_option_value(crawl, RANKMASS_DAMPING) * mass;

	crawl->report->pushes++;
	crawl->report->covered += mass;
	if (count) {
		share /= count;
		rankmass_give(crawl, successors, count, share);
	} else if (sp_option_value(crawl, RANKMASS_DANGLING) > 0) {
		for (uint64_t i = 0; i < crawl->seeds.count; i++)
			rankmass_give(crawl, &crawl->seeds.pages[i], 1,
				      share * sp_seed_share(crawl,
							crawl->seeds.pages[i]));
	}
	return SP_OK;
}

static double
rankmass_key_of(const struct sp_crawl_state *crawl, uint32_t page)
{
	const struct rankmass_state *state = crawl->state;

	return fabs(state->pool.amount[page]);
}

static const struct sp_strategy_work rankmass_work = {
	.cost = 40,
	.state_size = sizeof(struct rankmass_state), .kinds = SP_OWN_HEAP,
	.uses_trust = true, .carries = true,
	.one_by_one = "it expands pages again between downloads",
	.begin = rankmass_begin,
	.seed = rankmass_seed,
	.next = rankmass_next, .download = rankmass_download,
	.key = rankmass_key_of, .end = rankmass_end,
	.meaning = SP_KEY_FLOW
};

static const struct sp_parameter rankmass_options[] = {
	[RANKMASS_DAMPING] = SP_OPTION_DAMPING,
	[RANKMASS_EPSILON] = SP_OPTION_REAL("eps", 0, 1, 0,
		"stop once all but this much mass is covered; "
		"0: at the last page"),
	[RANKMASS_MAX_PUSH] = SP_OPTION_WHOLE("max-push", 0, 9e15, 0,
		"stop after this many expansions; 0: never"),
	[RANKMASS_DANGLING] = SP_OPTION_CHOICE("dangling", "drop|seeds",
		"mass of a page without links: lost, or back to the seeds"),
	[RANKMASS_LOSS] = SP_OPTION_LOSS,
	SP_OPTION_END
};

const struct sp_strategy sp_order_rankmass = {
	.name = "rankmass",
	.help = "the most mass, which downloaded pages pass on again",
	.source = "Cho and Schonfeld 2007", .options = rankmass_options,
	.work = &rankmass_work
};
