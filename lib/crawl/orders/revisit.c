/* SPDX-License-Identifier: MIT */
/*
 * What the virtual page gives to all pages equally is kept as one number,
 * shared.  The cash of a page is what it holds itself, which may be negative,
 * plus that number.  So a visit of the virtual page takes constant time.
 *
 * Nearly all the time goes into gifts, 35 a visit, of which nearly all go to
 * pages that have far less than the next one.  The greedy policy keeps its
 * pages in a pool (pool.h), in which such a gift is one addition: a fifth of
 * the time that a heap of all pages takes on a web of a million pages.
 */
#include "crawl/orders/revisit.h"

#include "base/memory.h"
#include "base/random.h"
#include "crawl/copies.h"
#include "crawl/orders/orders.h"
#include "crawl/pool.h"

#include <math.h>
#include <stdlib.h>

enum { REVISIT_STEPS, REVISIT_POLICY, REVISIT_WINDOW };

struct revisit_state {
	uint64_t pages;
	enum sp_visit_policy policy;
	double window;            /* 0: none */
	struct sp_accessor *accessor;
	const struct sp_visit_sink *sink;
	struct sp_visit_report *report;
	struct sp_random random;
	struct sp_copies copies;  /* of a web that changes */
	struct sp_pool pool;      /* greedy: pages by what they hold */
	double *own;              /* what a page holds itself: the amounts of
				     the pool, or an array */
	double shared;            /* what each page has in addition */
	double virtual_cash;
	double *history, *visited; /* of all pages, the virtual one last;
				      visited: G then, NULL without window */
};

/* ---- cash ------------------------------------------------------------- */

/* Takes all its cash from a page, which then holds minus the shared part. */
static inline double
revisit_take(struct revisit_state *crawl, uint32_t page)
{
	double cash = crawl->own[page] + crawl->shared;

	if (crawl->policy == SP_VISIT_GREEDY) {
		sp_pool_take(&crawl->pool);
		sp_pool_put(&crawl->pool, page, -crawl->shared);
	} else {
		crawl->own[page] = -crawl->shared;
	}
	return cash;
}

/* ---- history ---------------------------------------------------------- */

/*
 * The history of a page that is visited now and spends cash.  With a window,
 * the old history fades in proportion to what left the window since the last
 * visit, as if it had been spent evenly.
 */
static double
revisit_history_with(const struct revisit_state *crawl, uint64_t page,
		     double cash)
{
	double history = crawl->history[page], since;

	if (!crawl->visited)
		return history + cash;
	since = crawl->report->spent - crawl->visited[page];
	if (since < crawl->window)
		return history * (crawl->window - since) / crawl->window +
		       cash;
	return cash * crawl->window / since;
}

static void
revisit_remember(struct revisit_state *crawl, uint64_t page, double cash)
{
	crawl->history[page] = revisit_history_with(crawl, page, cash);
	if (crawl->visited)
		crawl->visited[page] = crawl->report->spent;
	crawl->report->spent += cash;
	crawl->report->visits++;
}

/* ---- visits ----------------------------------------------------------- */

/* The next page; the number of pages stands for the virtual one. */
static uint64_t
revisit_choose(struct revisit_state *crawl)
{
	uint32_t best;

	switch (crawl->policy) {
	case SP_VISIT_RANDOM:
		return sp_random_below(&crawl->random, crawl->pages + 1);
	case SP_VISIT_CYCLE:
		return crawl->report->visits % (crawl->pages + 1);
	default:
		best = sp_pool_first(&crawl->pool);
		return crawl->virtual_cash > crawl->shared + crawl->own[best] ?
			       crawl->pages : best;
	}
}

static enum sp_status
revisit_visit_virtual(struct revisit_state *crawl, struct sp_error *err)
{
	double cash = crawl->virtual_cash;

	crawl->virtual_cash = 0;
	crawl->shared += cash / (double)crawl->pages;
	revisit_remember(crawl, crawl->pages, cash);
	if (!crawl->sink || !crawl->sink->visit)
		return SP_OK;
	return crawl->sink->visit(crawl->sink->context, SP_VIRTUAL_PAGE, cash,
				  NULL, 0, err);
}

/* Hints which pages are visited soon; all that a visit reads is scattered. */
static void
revisit_ahead(struct revisit_state *crawl)
{
	uint32_t page;

	if (sp_pool_ahead(&crawl->pool, 0, &page)) {
		sp_accessor_soon(crawl->accessor, page);
		__builtin_prefetch(&crawl->history[page], 1);
	}
	for (unsigned i = 1; i < SP_POOL_AHEAD; i++)
		if (sp_pool_ahead(&crawl->pool, i, &page))
			sp_accessor_later(crawl->accessor, page);
}

/* The links of the page now; none if it is gone. */
static enum sp_status
revisit_read(struct revisit_state *crawl, uint32_t page,
	     const uint32_t **successors, uint32_t *count,
	     struct sp_error *err)
{
	struct sp_copies *copies = &crawl->copies;

	if (sp_accessor_page(crawl->accessor, page, successors, count, err))
		return err->status;
	if (!copies->snapshots)
		return SP_OK;
	if (!sp_copies_fetch(copies, page, crawl->report->visits + 1))
		crawl->report->gone++;
	return sp_copies_links(copies, page, successors, count, err);
}

/*
 * The cash is taken before it is given, so that a page that links to itself
 * keeps a part.
 */
static enum sp_status
revisit_visit(struct revisit_state *crawl, uint32_t page, struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t count;
	double cash, gift;

	if (revisit_read(crawl, page, &successors, &count, err))
		return err->status;
	cash = revisit_take(crawl, page);
	gift = cash / ((double)count + 1);
	if (crawl->policy == SP_VISIT_GREEDY) {
		revisit_ahead(crawl);
		for (uint32_t i = 0; i < count; i++)
			__builtin_prefetch(&crawl->own[successors[i]], 1);
		for (uint32_t i = 0; i < count; i++)
			sp_pool_grow(&crawl->pool, successors[i], gift);
	} else {
		for (uint32_t i = 0; i < count; i++)
			crawl->own[successors[i]] += gift;
	}
	crawl->virtual_cash += gift;
	revisit_remember(crawl, page, cash);
	crawl->report->links += count;
	if (!crawl->sink || !crawl->sink->visit)
		return SP_OK;
	return crawl->sink->visit(crawl->sink->context, page, cash, successors,
				  count, err);
}

/* After a visit: a row at the end of each window, and after the last visit. */
static enum sp_status
revisit_put_fresh(struct revisit_state *crawl, bool last, struct sp_error *err)
{
	uint64_t visits = crawl->report->visits;
	struct sp_freshness row;

	if (!crawl->copies.fresh ||
	    (!last && visits % crawl->sink->window_visits))
		return SP_OK;
	/* The virtual page is visited at a moment, too. */
	sp_copies_move(&crawl->copies, visits);
	row = sp_copies_freshness(&crawl->copies, visits);
	return crawl->sink->fresh(crawl->sink->context, &row, err);
}

static enum sp_status
revisit_visit_all(struct revisit_state *crawl, uint64_t steps,
		  struct sp_error *err)
{
	while (crawl->report->visits < steps) {
		uint64_t page = revisit_choose(crawl);
		enum sp_status status;

		status = page == crawl->pages ?
				 revisit_visit_virtual(crawl, err) :
				 revisit_visit(crawl, (uint32_t)page, err);
		if (!status)
			status = revisit_put_fresh(
				crawl, crawl->report->visits == steps, err);
		if (status)
			return status;
	}
	return SP_OK;
}

/* ---- begin and end ---------------------------------------------------- */

/* Gives all pages the same cash. */
static bool
revisit_endow(struct revisit_state *crawl)
{
	uint64_t pages = crawl->pages;
	double cash = 1 / ((double)pages + 1);

	crawl->virtual_cash = cash;
	if (crawl->policy != SP_VISIT_GREEDY) {
		crawl->own = sp_alloc_large(pages, sizeof(*crawl->own));
		for (uint64_t p = 0; crawl->own && p < pages; p++)
			crawl->own[p] = cash;
		return crawl->own != NULL;
	}
	if (!sp_pool_init(&crawl->pool, pages, -INFINITY, NULL))
		return false;
	crawl->own = crawl->pool.amount;
	sp_pool_fill(&crawl->pool, cash);
	return true;
}

static enum sp_status
revisit_begin(struct revisit_state *crawl, const struct sp_crawl_input *input,
	      struct sp_error *err)
{
	uint64_t all = crawl->pages + 1;
	bool with_fresh = crawl->sink && crawl->sink->fresh;

	if (crawl->policy == SP_VISIT_GREEDY && crawl->pages > SP_HEAP_MAX)
		return sp_fail(err, SP_DATA, "policy=greedy works on at most "
			       "%" PRIu64 " pages", SP_HEAP_MAX);
	if (sp_crawl_check_snapshots(input, err) ||
	    sp_copies_init(&crawl->copies, input, with_fresh, err))
		return err->status;
	crawl->accessor = sp_accessor_new(input->index);
	crawl->history = sp_alloc_large_zero(all, sizeof(double));
	if (crawl->window > 0)
		crawl->visited = sp_alloc_large_zero(all, sizeof(double));
	if (!crawl->accessor || !crawl->history ||
	    (crawl->window > 0 && !crawl->visited) || !revisit_endow(crawl))
		return sp_no_memory(err, "a crawl");
	return SP_OK;
}

static void
revisit_end(struct revisit_state *crawl)
{
	sp_copies_free(&crawl->copies);
	sp_accessor_free(crawl->accessor);
	if (crawl->policy == SP_VISIT_GREEDY)
		sp_pool_free(&crawl->pool);
	else
		free(crawl->own);
	free(crawl->history);
	free(crawl->visited);
}

static void
revisit_importance(struct revisit_state *crawl, double *importance)
{
	uint64_t pages = crawl->pages;
	double last = revisit_history_with(crawl, pages, crawl->virtual_cash);
	double sum = last;

	for (uint64_t p = 0; p < pages; p++) {
		double cash = crawl->own[p] + crawl->shared;

		importance[p] = revisit_history_with(crawl, p, cash);
		sum += importance[p];
	}
	/* Without a window the sum is this up to rounding: all cash is 1. */
	if (!crawl->visited)
		sum = crawl->report->spent + 1;
	for (uint64_t p = 0; p < pages; p++)
		importance[p] /= sum;
	crawl->report->virtual_page = last / sum;
}

enum sp_status
sp_revisit(const struct sp_crawl_input *input,
	   const struct sp_crawl_options *options, const struct sp_plan *plan,
	   const struct sp_visit_sink *sink, double *importance,
	   struct sp_visit_report *report, struct sp_error *err)
{
	struct revisit_state crawl = {
		.pages = sp_graph_pages(input->graph), .sink = sink,
		.report = report, .random = { options->random_seed }
	};
	uint64_t steps = (uint64_t)plan->values[REVISIT_STEPS];
	enum sp_status status;

	*report = (struct sp_visit_report){ 0 };
	if (!plan->strategy->revisits)
		return sp_fail(err, SP_USAGE, "%s does not revisit pages",
			       plan->name);
	if (!crawl.pages)
		return SP_OK;
	crawl.policy = (enum sp_visit_policy)plan->values[REVISIT_POLICY];
	crawl.window = plan->values[REVISIT_WINDOW];
	if (!steps)
		steps = options->steps ? options->steps : 10 * crawl.pages;
	if (options->max && options->max < steps)
		steps = options->max;
	status = revisit_begin(&crawl, input, err);
	if (!status)
		status = revisit_visit_all(&crawl, steps, err);
	if (!status)
		revisit_importance(&crawl, importance);
	report->snapshots = input->snapshots ? crawl.copies.now + 1 : 0;
	revisit_end(&crawl);
	return status;
}

/* ---- the row of the table --------------------------------------------- */

static unsigned
revisit_needs(const double *values)
{
	return values[REVISIT_POLICY] == SP_VISIT_RANDOM ? SP_NEEDS_RANDOM : 0;
}

static const struct sp_parameter options[] = {
	[REVISIT_STEPS] = SP_OPTION_WHOLE("steps", 0, 9e15, 0,
		"visits; 0: as --steps says"),
	[REVISIT_POLICY] = SP_OPTION_CHOICE("policy", "greedy|random|cycle",
		"visit the page with most cash, any page, or each in turn"),
	[REVISIT_WINDOW] = SP_OPTION_REAL("window", 0, 1e9, 0,
		"count only the last cash spent, this much; 0: all"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_opic_revisit = {
	.name = "opic-revisit",
	.help = "revisit pages by their cash; the result is a score",
	.source = "Abiteboul, Preda and Cobena 2003", .options = options,
	.needs_with = revisit_needs, .revisits = true
};
