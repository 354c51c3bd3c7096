/* SPDX-License-Identifier: MIT */
/*
 * The orders by logarithmic distance: fica, ficaplus, ieca.
 */
#include "order_oracle_state.h"

#include "unit.h"

#include <math.h>

static double
oracle_log(double base, double x)
{
	if (base == 10)
		return log10(x);
	if (base == 2)
		return log2(x);
	return log(x);
}

/*
 * f of section 3.7: how much farther a page is than the one linking to it.
 * Where both are positive the two kinds are the same number.
 */
static double
oracle_farther(double dj, double di, bool shift)
{
	double f;

	if (di == 0)
		f = dj > 0 ? 1e6 : 1;
	else if ((dj > 0 && di > 0) || (dj < 0 && di < 0))
		f = shift && dj < 0 ? 1 + (dj - di) / fabs(di) : dj / di;
	else
		f = (dj - di) / fabs(di);
	if (f <= 0)
		f = 1;
	if (f < 1e-6)
		f = 1e-6;
	if (f > 1e6)
		f = 1e6;
	return f;
}

static double
oracle_learning_rate(const struct oracle_crawl *crawl)
{
	unsigned t = crawl->order->count / crawl->k;

	return exp(-crawl->options->beta * t);
}

void
oracle_fica(struct oracle_crawl *crawl)
{
	const struct oracle_crawl_options *options = crawl->options;

	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_smallest(crawl);
		double dist = crawl->key[page], alpha, cand;

		oracle_take(crawl, page, dist);
		if (crawl->out[page] == 0)
			continue;
		alpha = oracle_learning_rate(crawl);
		cand = oracle_log(options->log_base, crawl->out[page]) +
		       options->gamma * dist;
		for (unsigned v = 0; v < crawl->pages; v++) {
			double *d = &crawl->key[v];

			if (!oracle_links(crawl, page, v))
				continue;
			if (oracle_offer(crawl, page, v))
				*d = cand;
			else if (crawl->state[v] != ORACLE_QUEUED)
				continue;
			else if (options->rl)
				*d = (1 - alpha) * *d + alpha * cand;
			else if (cand < *d)
				*d = cand;
		}
	}
}

void
oracle_ficaplus(struct oracle_crawl *crawl)
{
	const struct oracle_crawl_options *options = crawl->options;

	for (unsigned v = 0; v < crawl->pages; v++)
		crawl->key[v] = options->d0;
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_smallest(crawl);
		double dist = crawl->key[page], alpha, cand;

		oracle_take(crawl, page, dist);
		if (crawl->out[page] == 0)
			continue;
		alpha = oracle_learning_rate(crawl);
		cand = log10(crawl->out[page]) + options->gamma * dist;
		for (unsigned v = 0; v < crawl->pages; v++) {
			double *d = &crawl->key[v];

			if (!oracle_links(crawl, page, v))
				continue;
			if (oracle_offer(crawl, page, v))
				*d = cand;
			else if (crawl->state[v] == ORACLE_QUEUED)
				*d = (1 - alpha) * *d + alpha * cand -
				     log10(oracle_farther(*d, dist, false));
		}
	}
}

/* ---- ieca ------------------------------------------------------------- */

/* update=lazy: every value of a page that was computed, in that order. */
struct entries {
	unsigned count;
	struct {
		unsigned page;
		double dist;
	} rows[ORACLE_PAGES * ORACLE_PAGES + ORACLE_PAGES];
};

static void
oracle_ieca_add_entry(struct entries *entries, unsigned page, double dist)
{
	entries->rows[entries->count].page = page;
	entries->rows[entries->count].dist = dist;
	entries->count++;
}

/*
 * The QUEUED page with the smallest entry, and that; of equals the entry made
 * first, under any rule for ties.
 */
static unsigned
oracle_ieca_smallest_entry(const struct oracle_crawl *crawl,
			   const struct entries *entries, double *dist)
{
	unsigned found = ORACLE_PAGES;

	for (unsigned i = 0; i < entries->count; i++) {
		unsigned page = entries->rows[i].page;
		double value = entries->rows[i].dist;

		if (crawl->state[page] != ORACLE_QUEUED)
			continue;
		if (found == ORACLE_PAGES || value < *dist) {
			found = page;
			*dist = value;
		}
	}
	return found;
}

/* The new distance of a page (Eq. 10 and 13). */
static double
oracle_ieca_distance(const struct oracle_crawl *crawl, bool queued, double dj,
		     double dist, double length, double alpha, double delta)
{
	const struct oracle_crawl_options *options = crawl->options;
	double f;

	if (!queued)
		return (1 - delta) * dist + length;
	f = oracle_farther(dj, dist, options->shift);
	return (1 - delta) * ((1 - alpha) * dj +
			      alpha * (length + (1 - delta) * dist)) -
	       delta * oracle_log(options->log_base, f);
}

static void
oracle_ieca_update_links(struct oracle_crawl *crawl, struct entries *entries,
			 unsigned page, double dist, double delta)
{
	const struct oracle_crawl_options *options = crawl->options;
	double length = oracle_log(options->log_base, crawl->out[page]);
	double alpha = oracle_learning_rate(crawl);

	for (unsigned v = 0; v < crawl->pages; v++) {
		bool queued = crawl->state[v] == ORACLE_QUEUED;
		double value;

		if (!oracle_links(crawl, page, v))
			continue;
		if (!queued && !oracle_offer(crawl, page, v))
			continue;
		value = oracle_ieca_distance(crawl, queued, crawl->key[v], dist,
					     length, alpha, delta);
		if (options->update == ORACLE_MIN && queued &&
		    value > crawl->key[v])
			continue;
		crawl->key[v] = value;
		oracle_ieca_add_entry(entries, v, value);
	}
}

void
oracle_ieca(struct oracle_crawl *crawl)
{
	const struct oracle_crawl_options *options = crawl->options;
	double n = options->n > 0 ? options->n : crawl->pages;
	double delta = options->delta0;
	struct entries entries;

	entries.count = 0;
	for (unsigned stamp = 0; stamp < crawl->stamps; stamp++)
		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->seed[v] && crawl->stamp[v] == stamp) {
				crawl->key[v] = options->d0;
				oracle_ieca_add_entry(&entries, v, options->d0);
			}
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_smallest(crawl);
		double dist = crawl->key[page];

		if (options->update == ORACLE_LAZY)
			page = oracle_ieca_smallest_entry(crawl, &entries,
							  &dist);
		oracle_take(crawl, page, dist);
		if (crawl->order->count % crawl->k == 0)
			delta = options->delta0 -
				options->slope * (crawl->order->count / n);
		if (crawl->out[page] > 0)
			oracle_ieca_update_links(crawl, &entries, page, dist,
						 delta);
	}
}
