/* SPDX-License-Identifier: MIT */
/*
 * revisit.h - on-line page importance: a crawl that visits pages again and
 * again, and measures while it runs how important they are
 * (seedpipe-algorithms(7), 3.4; Abiteboul, Preda and Cobena 2003).
 *
 * There is cash, 1 in all.  A visit spends the cash of a page: equal parts go
 * to its links and to a virtual page, which every page links to and which
 * links to every page.  A page that often receives much cash is important.
 * All n + 1 pages begin with 1/(n + 1).
 *
 * In addition to the graph a crawl needs 36 bytes a page (greedy) or 16, and 8
 * more with a window.
 */
#ifndef SP_CRAWL_ORDERS_REVISIT_H
#define SP_CRAWL_ORDERS_REVISIT_H

#include "crawl/crawl.h"

/* Which page is visited next. */
enum sp_visit_policy {
	SP_VISIT_GREEDY,  /* the page with the most cash; of equal ones the
			     smallest number, the virtual page last */
	SP_VISIT_RANDOM,  /* any page, each as likely */
	SP_VISIT_CYCLE    /* one after another, the virtual page last */
};

/* The number of the virtual page. */
#define SP_VIRTUAL_PAGE SP_NO_PARENT

struct sp_visit_report {
	uint64_t visits;
	uint64_t links;       /* of the pages visited */
	uint64_t gone;        /* visits of pages that were not there */
	uint64_t snapshots;   /* until the end; 0: the web does not change */
	double spent;         /* G: all cash that was spent */
	double virtual_page;  /* its importance */
};

/* Where the visits go while a crawl runs. */
struct sp_visit_sink {
	void *context;

	/*
	 * Called for each visit: the page, the cash that it spent, and the
	 * pages that received it together with the virtual page.  May be NULL.
	 * A failure ends the crawl.
	 */
	enum sp_status (*visit)(void *context, uint32_t page, double cash,
				const uint32_t *successors, uint32_t count,
				struct sp_error *err);

	/*
	 * Called after each window_visits visits, and at the end, with the
	 * freshness of copies, if input->snapshots are there.  May be NULL.
	 */
	enum sp_status (*fresh)(void *context,
				const struct sp_freshness *row,
				struct sp_error *err);
	uint64_t window_visits;      /* at least 1 */
};

/*
 * Visits options->steps pages (0: ten times the pages of the graph), but no
 * more than options->max, by the plan of a strategy that revisits.  Uses only
 * graph, index and snapshots of the input, and of the options also random_seed.
 * sink may be NULL.
 *
 * With snapshots, a visit reads the links that the page has in the snapshot of
 * that visit.  A page that is gone then gives all of its cash to the virtual
 * page, and a copy of it is given up.  Visits of the virtual page count, too.
 *
 * Sets importance[page], for each page of the graph, to
 *
 *	(history + cash) / (spent + 1)
 *
 * where history is the cash that the page spent.  Together with the virtual
 * page these are 1 in all.  With a window T, only the last T of all cash spent
 * counts (adaptive OPIC): history is then an estimate for a window that ends
 * now, as if every page were visited once more, and the importance of a page
 * is its part of the sum.
 *
 * A link of a page to itself returns part of the page's own cash.  Pages whose
 * cash is equal by symmetry may differ in the last bit, as sums of doubles do;
 * greedy goes by that bit.
 *
 * SP_USAGE if the strategy of the plan does not revisit, SP_DATA if the graph
 * is damaged or too large for greedy, SP_MEMORY, or the status of the sink.
 */
enum sp_status sp_revisit(const struct sp_crawl_input *input,
			  const struct sp_crawl_options *options,
			  const struct sp_plan *plan,
			  const struct sp_visit_sink *sink,
			  double *importance, struct sp_visit_report *report,
			  struct sp_error *err);

#endif
