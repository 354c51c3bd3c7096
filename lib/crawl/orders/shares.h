/* SPDX-License-Identifier: MIT */
/*
 * shares.h - how the links of a page share what it gives them: equally, or in
 * proportion to a value of each link; for fpr and opic.  Private to
 * lib/crawl/orders.
 *
 * An order that lets its user choose has the option SP_OPTION_LINKS:
 *
 *	.needs: return sp_shares_need(values[NAME_LINKS]);
 *	.download:
 *		if (sp_shares_find(&state->shares, crawl, NAME_LINKS,
 *				   successors, count, &values))
 *			return crawl->err->status;
 *		if (!values)
 *			... all links are alike ...
 *	.end: sp_shares_free(&state->shares);
 *
 * A link of value 0 gets nothing, but its page is found: an order still
 * downloads all that it can reach.  A new way to share is a row of the table in
 * shares.c and a word of SP_SHARES.
 */
#ifndef SP_CRAWL_ORDERS_SHARES_H
#define SP_CRAWL_ORDERS_SHARES_H

#include "crawl/orders/orders.h"

/* The words of the option, in the order of the table. */
#define SP_SHARES "equal|weights|log-weights|anchors"

#define SP_OPTION_LINKS SP_OPTION_CHOICE("links", SP_SHARES, \
	"links share equally, or by weights, log(1 + w), or texts")

/* The least value of a link by its text: none is off the topic for sure. */
#define SP_SHARES_LEAST 0.05

/* Room for the values of the links of a page; zero bytes at the start. */
struct sp_shares {
	double *values;
	uint64_t capacity;
};

/* What the value of the option needs: enum sp_strategy_need. */
unsigned sp_shares_need(double by);

/*
 * Sets *values to those of the links of crawl->page, none below 0, by the
 * value of the option in row links; NULL: they are all alike.  Valid until the
 * next call.  SP_MEMORY.
 */
enum sp_status sp_shares_find(struct sp_shares *shares,
			      const struct sp_crawl_state *crawl,
			      unsigned links, const uint32_t *successors,
			      uint32_t count, const double **values);

void sp_shares_free(struct sp_shares *shares);

#endif
