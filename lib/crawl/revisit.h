/* SPDX-License-Identifier: MIT */
/*
 * revisit.h - on-line page importance: a crawl that visits pages again and
 * again and measures how important they are while it runs
 * (seedpipe-algorithms(7), 3.4; Abiteboul, Preda and Cobena 2003).
 *
 * There is cash, 1 in all.  A visit spends the cash of a page: equal parts go
 * to its links and to a virtual page, which every page links to and which
 * links to every page.  A page that is often given cash is important.  All
 * n + 1 pages begin with 1/(n + 1).
 *
 * Beside the graph a crawl needs 28 bytes a page (greedy) or 16, and 8 more
 * with a window.
 */
#ifndef SP_CRAWL_REVISIT_H
#define SP_CRAWL_REVISIT_H

#include "crawl/crawl.h"

/* Which page is visited next. */
enum sp_visit_policy {
	SP_VISIT_GREEDY,  /* the one with most cash; of equal ones the smallest
			     number, the virtual page last */
	SP_VISIT_RANDOM,  /* any, each as likely */
	SP_VISIT_CYCLE    /* one after the other, the virtual page last */
};

/* The virtual page, where a page is told. */
#define SP_VIRTUAL_PAGE SP_NO_PARENT

struct sp_visit_report {
	uint64_t visits;
	uint64_t links;       /* of the pages visited */
	double spent;         /* G: all cash that was spent */
	double virtual_page;  /* its importance */
};

/* Where the visits go as they come.  NULL: nowhere. */
struct sp_visit_sink {
	void *context;

	/* The cash of the page, and whom it goes to beside the virtual page. */
	enum sp_status (*visit)(void *context, uint32_t page, double cash,
				const uint32_t *successors, uint32_t count,
				struct sp_error *err);
};

/*
 * Visits options->steps pages (0: ten times the pages of the graph) and no
 * more than options->max, as the plan of a strategy that revisits says; of the
 * input only graph and index count, of the options beside these random_seed.
 *
 * importance[page], for each page of the graph, becomes
 *
 *	(history + cash) / (spent + 1)
 *
 * which is, with that of the virtual page, 1 in all.  With a window T, in
 * which only the last T of cash spent counts (adaptive OPIC), history is the
 * estimate for a window that ends now, as if all pages were visited once
 * more, and the importance is its share in the sum.
 *
 * A link of a page to itself gives the page a part of its own cash back.
 * Pages whose cash is equal only by chance may differ in the last bit, as all
 * sums of doubles do; greedy then goes by that bit.
 *
 * SP_USAGE when the plan is of a strategy that does not revisit, SP_DATA when
 * the graph is damaged, SP_MEMORY, or what the sink says.
 */
enum sp_status sp_revisit(const struct sp_crawl_input *input,
			  const struct sp_crawl_options *options,
			  const struct sp_plan *plan,
			  const struct sp_visit_sink *sink,
			  double *importance, struct sp_visit_report *report,
			  struct sp_error *err) SP_MUST_CHECK;

#endif
