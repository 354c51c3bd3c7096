/* SPDX-License-Identifier: MIT */
/*
 * The orders by mass that pages hand on: opic, fpr, rankmass, wrankmass.
 *
 * Mass goes along every link, also to a page that a limit refuses: that page
 * has it when a later link queues it (seedpipe-algorithms(7), G4a).
 */
#include "order_oracle_state.h"

#include "unit.h"

#include <math.h>
#include <string.h>

void
oracle_opic(struct oracle_crawl *crawl)
{
	const struct oracle_crawl_options *options = crawl->options;
	double *cash = crawl->key, of_all = 0;

	for (unsigned v = 0; v < crawl->pages; v++) {
		if (!options->init_seeds)
			cash[v] = 1.0 / crawl->pages;
		else if (crawl->seed[v])
			cash[v] = 1.0 / crawl->seeds;
	}
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_largest(crawl);
		double held = cash[page] + of_all, share;

		oracle_take(crawl, page, held);
		cash[page] = 0;
		if (crawl->out[page] == 0) {
			if (options->virtual_page)
				of_all += held / crawl->pages;
			continue;
		}
		share = held / crawl->out[page];
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v)) {
				oracle_offer(crawl, page, v);
				cash[v] += share;
			}
	}
}

/* ---- fpr -------------------------------------------------------------- */

void
oracle_fpr(struct oracle_crawl *crawl)
{
	const struct oracle_crawl_options *options = crawl->options;
	const unsigned *host = crawl->input->host;
	double *fpr = crawl->key;

	for (unsigned v = 0; v < crawl->pages; v++)
		if (crawl->seed[v])
			fpr[v] = (1 - options->d) *
				 oracle_seed_share(crawl, v);
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_largest(crawl);
		double intra = 0, inter = 0, w, c;

		oracle_take(crawl, page, fpr[page]);
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v)) {
				intra += host[v] == host[page];
				inter += host[v] != host[page];
			}
		w = intra + options->m * inter;
		c = w > 0 ? options->d * fpr[page] / w : 0;
		for (unsigned v = 0; v < crawl->pages; v++) {
			if (!oracle_links(crawl, page, v) ||
			    crawl->state[v] == ORACLE_DONE)
				continue;
			oracle_offer(crawl, page, v);
			fpr[v] += host[v] == host[page] ?
					  c : c * options->m;
		}
		fpr[page] = 0;
	}
}

/* ---- rankmass --------------------------------------------------------- */

static void
oracle_start_mass(struct oracle_crawl *crawl)
{
	for (unsigned v = 0; v < crawl->pages; v++)
		if (crawl->seed[v])
			crawl->key[v] = (1 - crawl->options->d) *
					oracle_seed_share(crawl, v);
}

/* Pages that are done and have less wait, if there is a loss. */
static double
oracle_least_mass(const struct oracle_crawl *crawl)
{
	return crawl->options->loss * (1 - crawl->options->d) / crawl->pages;
}

/*
 * A page hands on the mass it had.  Its own is taken away before, so that a
 * link to itself brings a part back: else its mass would not come to its rank.
 */
static void
oracle_rankmass_push(struct oracle_crawl *crawl, unsigned page, double mass)
{
	double d = crawl->options->d, *rm = crawl->key;

	crawl->order->pushes++;
	crawl->order->covered += mass;
	crawl->order->spent[page] += mass;
	if (crawl->out[page] == 0 && crawl->options->to_seeds)
		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->seed[v])
				rm[v] += d * mass *
					 oracle_seed_share(crawl, v);
	for (unsigned v = 0; v < crawl->pages; v++)
		if (oracle_links(crawl, page, v)) {
			oracle_offer(crawl, page, v);
			rm[v] += d * mass / crawl->out[page];
		}
}

/* The page seen that has the most, or ORACLE_PAGES if none has any. */
static unsigned
oracle_rankmass_most_mass(const struct oracle_crawl *crawl)
{
	unsigned found = ORACLE_PAGES;
	double least = oracle_least_mass(crawl);

	for (unsigned v = 0; v < crawl->pages; v++) {
		if (crawl->state[v] == ORACLE_UNSEEN || crawl->key[v] <= 0)
			continue;
		if (crawl->state[v] != ORACLE_QUEUED && crawl->key[v] < least)
			continue;
		if (found == ORACLE_PAGES ||
		    crawl->key[v] > crawl->key[found] ||
		    (crawl->key[v] == crawl->key[found] &&
		     oracle_before(crawl, v, found)))
			found = v;
	}
	return found;
}

/*
 * With a goal for the covered mass the crawl goes on until it is reached,
 * when all pages are downloaded too: section 3.10, the example of eps = 0.3.
 */
static bool
oracle_rankmass_pushes_on(const struct oracle_crawl *crawl)
{
	const struct oracle_crawl_options *options = crawl->options;
	const struct oracle_order *order = crawl->order;

	if (options->max && order->count >= options->max)
		return false;
	if (options->max_push && order->pushes >= options->max_push)
		return false;
	if (options->eps > 0)
		return order->covered < 1 - options->eps;
	return crawl->queued > 0;
}

void
oracle_rankmass(struct oracle_crawl *crawl)
{
	oracle_start_mass(crawl);
	while (oracle_rankmass_pushes_on(crawl)) {
		unsigned page = oracle_rankmass_most_mass(crawl);
		double mass;

		if (page == ORACLE_PAGES)
			break;
		mass = crawl->key[page];
		if (crawl->state[page] == ORACLE_QUEUED)
			oracle_take(crawl, page, mass);
		crawl->key[page] = 0;
		oracle_rankmass_push(crawl, page, mass);
	}
}

/* ---- windows ---------------------------------------------------------- */

/* read: pages of the order that were pushed in a pass before. */
static void
oracle_wrankmass_pass_in_place(struct oracle_crawl *crawl, unsigned read)
{
	for (unsigned i = 0; i < crawl->order->count; i++) {
		unsigned page = crawl->order->page[i];
		double mass = crawl->key[page];

		if (mass > oracle_least_mass(crawl) || i >= read) {
			crawl->key[page] = 0;
			oracle_rankmass_push(crawl, page, mass);
		}
	}
}

static void
oracle_wrankmass_pass_snapshot(struct oracle_crawl *crawl, unsigned read)
{
	double mass[ORACLE_PAGES], least = oracle_least_mass(crawl);

	memcpy(mass, crawl->key, sizeof(mass));
	for (unsigned i = 0; i < crawl->order->count; i++)
		if (mass[crawl->order->page[i]] > least || i >= read)
			crawl->key[crawl->order->page[i]] = 0;
	for (unsigned i = 0; i < crawl->order->count; i++) {
		unsigned page = crawl->order->page[i];

		if (mass[page] > least || i >= read)
			oracle_rankmass_push(crawl, page, mass[page]);
	}
}

/* No pass after the last of max downloads: its links are not read. */
void
oracle_wrankmass(struct oracle_crawl *crawl)
{
	unsigned read = 0, max = crawl->options->max;

	oracle_start_mass(crawl);
	while (oracle_goes_on(crawl)) {
		double part = ceil(crawl->options->window * crawl->queued);
		unsigned window = part < 1 ? 1 : (unsigned)part;

		while (window-- > 0 && oracle_goes_on(crawl)) {
			unsigned page = oracle_largest(crawl);

			oracle_take(crawl, page, crawl->key[page]);
		}
		if (max && crawl->order->count >= max)
			break;
		if (crawl->options->snapshot)
			oracle_wrankmass_pass_snapshot(crawl, read);
		else
			oracle_wrankmass_pass_in_place(crawl, read);
		read = crawl->order->count;
	}
	crawl->order->links = 0;
	for (unsigned i = 0; i < read; i++)
		crawl->order->links += crawl->out[crawl->order->page[i]];
}
