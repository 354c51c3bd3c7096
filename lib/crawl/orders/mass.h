/* SPDX-License-Identifier: MIT */
/*
 * mass.h - mass that waits at pages that are done: for rankmass and wrankmass.
 * Private to lib/crawl/orders.
 *
 * A page that is done and has got mass since is expanded again, to pass it on.
 * Most of these expansions move next to nothing: on a web of a million pages
 * each link is followed 50 times, until what is left is less than the mass of
 * the last page.  With the option loss, a page waits until it has
 *
 *	least = loss (1 - d) / pages of the web
 *
 * So less than loss (1 - d) waits in all.  A unit of mass is spent at most
 * 1 + d + d^2 + ... times, so this mass could have covered no more than loss.
 * What is covered remains a lower bound of the personalised PageRank of the
 * pages that are done.
 */
#ifndef SP_CRAWL_ORDERS_MASS_H
#define SP_CRAWL_ORDERS_MASS_H

#include "crawl/engine.h"

#define SP_OPTION_LOSS SP_OPTION_REAL("loss", 0, 1, 0, \
	"give up at most this much of what could be covered")

/*
 * The mass with which a page that is done is expanded again, by the values of
 * the options loss and d; least if there is no loss.
 */
static inline double
sp_least_mass(const struct sp_crawl_state *crawl, unsigned loss,
	      unsigned damping, double least)
{
	double mass = sp_option_value(crawl, loss) *
		      (1 - sp_option_value(crawl, damping)) /
		      (double)crawl->web;

	return mass > least ? mass : least;
}

#endif
