/* SPDX-License-Identifier: MIT */
/*
 * What the virtual page gives to all pages equally is kept as one number,
 * shared.  The cash of a page is what it holds itself, which may be negative,
 * plus that number.  So a visit of the virtual page takes constant time.
 */
#include "crawl/orders/revisit.h"

#include "base/memory.h"
#include "base/random.h"
#include "crawl/orders/orders.h"
#include "crawl/heap.h"

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
	double *own;              /* what a page holds itself, or ... */
	struct sp_heap heap;      /* greedy: that, negative, as its key */
	uint32_t *where;          /* of the heap */
	double shared;            /* what each page has in addition */
	double virtual_cash;
	double *history, *visited; /* of all pages, the virtual one last;
				      visited: G then, NULL without window */
};

/* ---- cash ------------------------------------------------------------- */

static inline double
revisit_own_cash(const struct revisit_state *crawl, uint32_t page)
{
	return crawl->own ? crawl->own[page] :
			    -sp_heap_key(&crawl->heap, crawl->where[page]);
}

static inline void
revisit_give(struct revisit_state *crawl, uint32_t page, double gift)
{
	struct sp_heap *heap = &crawl->heap;

	if (crawl->own) {
		crawl->own[page] += gift;
		return;
	}
	sp_heap_change(heap, crawl->where[page],
		       sp_heap_key(heap, crawl->where[page]) - gift);
}

/* Takes all its cash from a page, which then holds minus the shared part. */
static inline double
revisit_take(struct revisit_state *crawl, uint32_t page)
{
	double cash = revisit_own_cash(crawl, page) + crawl->shared;

	if (crawl->own)
		crawl->own[page] = -crawl->shared;
	else
		sp_heap_change(&crawl->heap, crawl->where[page],
			       crawl->shared);
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
	struct sp_slot best;

	switch (crawl->policy) {
	case SP_VISIT_RANDOM:
		return sp_random_below(&crawl->random, crawl->pages + 1);
	case SP_VISIT_CYCLE:
		return crawl->report->visits % (crawl->pages + 1);
	default:
		best = sp_heap_first(&crawl->heap);
		return crawl->virtual_cash > crawl->shared - best.key ?
			       crawl->pages : sp_slot_item(&best);
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

	if (sp_accessor_page(crawl->accessor, page, &successors, &count, err))
		return err->status;
	cash = revisit_take(crawl, page);
	gift = cash / ((double)count + 1);
	for (uint32_t i = 0; i < count; i++)
		revisit_give(crawl, successors[i], gift);
	crawl->virtual_cash += gift;
	revisit_remember(crawl, page, cash);
	crawl->report->links += count;
	if (!crawl->sink || !crawl->sink->visit)
		return SP_OK;
	return crawl->sink->visit(crawl->sink->context, page, cash, successors,
				  count, err);
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
	crawl->where = sp_alloc_large(pages, sizeof(*crawl->where));
	if (!crawl->where || !sp_heap_init(&crawl->heap, pages, crawl->where))
		return false;
	for (uint64_t p = 0; p < pages; p++)
		sp_heap_append(&crawl->heap, (struct sp_slot){
			-cash, sp_slot_rank(0, (uint32_t)p) });
	sp_heap_rebuild(&crawl->heap);
	return true;
}

static enum sp_status
revisit_begin(struct revisit_state *crawl, const struct sp_index *index,
	      struct sp_error *err)
{
	uint64_t all = crawl->pages + 1;

	if (crawl->policy == SP_VISIT_GREEDY && crawl->pages > SP_HEAP_MAX)
		return sp_fail(err, SP_DATA, "policy=greedy works on at most "
			       "%" PRIu64 " pages", SP_HEAP_MAX);
	crawl->accessor = sp_accessor_new(index);
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
	sp_accessor_free(crawl->accessor);
	sp_heap_free(&crawl->heap);
	free(crawl->where);
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
		double cash = revisit_own_cash(crawl,
					       (uint32_t)p) + crawl->shared;

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
	status = revisit_begin(&crawl, input->index, err);
	if (!status)
		status = revisit_visit_all(&crawl, steps, err);
	if (!status)
		revisit_importance(&crawl, importance);
	revisit_end(&crawl);
	return status;
}

/* ---- the row of the table --------------------------------------------- */

static const struct sp_strategy_option options[] = {
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
	.revisits = true
};
