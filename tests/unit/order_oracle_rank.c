/* SPDX-License-Identifier: MIT */
/*
 * The orders by PageRank of what was seen: batchpr, partialpr.
 */
#include "order_oracle_state.h"

#include "unit.h"

#include <math.h>
#include <string.h>

struct ranking {
	double rank[ORACLE_PAGES];
	bool ranked[ORACLE_PAGES];   /* seen at the last recomputation */
};

static bool
oracle_ranking_is_seen(const struct oracle_crawl *crawl, unsigned page)
{
	return crawl->state[page] != ORACLE_UNSEEN;
}

/* Are its links known, and are there any? */
static bool
oracle_ranking_gives(const struct oracle_crawl *crawl, unsigned page)
{
	return crawl->state[page] == ORACLE_DONE && crawl->out[page] > 0;
}

static void
oracle_ranking_start(const struct oracle_crawl *crawl, struct ranking *ranking,
		     double t)
{
	double sum = 0;

	for (unsigned v = 0; v < crawl->pages; v++) {
		if (!oracle_ranking_is_seen(crawl, v))
			ranking->rank[v] = 0;
		else if (crawl->options->cold || !ranking->ranked[v])
			ranking->rank[v] = t;
		sum += ranking->rank[v];
	}
	for (unsigned v = 0; v < crawl->pages; v++) {
		ranking->ranked[v] = oracle_ranking_is_seen(crawl, v);
		if (!crawl->options->cold)
			ranking->rank[v] /= sum;
	}
}

/* One step of the iteration of section 3.1; returns how much changed. */
static double
oracle_ranking_step(const struct oracle_crawl *crawl, double *r, double t)
{
	double d = crawl->options->d, dangling = 0, change = 0;
	double x[ORACLE_PAGES];

	for (unsigned i = 0; i < crawl->pages; i++)
		if (oracle_ranking_is_seen(crawl, i) &&
		    !oracle_ranking_gives(crawl, i))
			dangling += r[i];
	for (unsigned j = 0; j < crawl->pages; j++) {
		double sum = 0;

		if (!oracle_ranking_is_seen(crawl, j))
			continue;
		for (unsigned i = 0; i < crawl->pages; i++)
			if (oracle_links(crawl, i, j) &&
			    oracle_ranking_gives(crawl, i))
				sum += r[i] / crawl->out[i];
		x[j] = (1 - d) * t;
		x[j] += d * sum;
		x[j] += d * dangling * t;
	}
	for (unsigned j = 0; j < crawl->pages; j++)
		if (oracle_ranking_is_seen(crawl, j)) {
			change += fabs(x[j] - r[j]);
			r[j] = x[j];
		}
	return change;
}

static void
oracle_ranking_recompute(struct oracle_crawl *crawl, struct ranking *ranking)
{
	const struct oracle_crawl_options *options = crawl->options;
	unsigned seen = 0;
	double t;

	for (unsigned v = 0; v < crawl->pages; v++)
		seen += oracle_ranking_is_seen(crawl, v);
	t = 1.0 / seen;
	oracle_ranking_start(crawl, ranking, t);
	for (unsigned i = 0; i < options->iterations; i++)
		if (options->tolerance >
		    oracle_ranking_step(crawl, ranking->rank, t))
			break;
	crawl->order->recomputed++;
}

static bool
oracle_ranking_is_due(const struct oracle_crawl *crawl)
{
	return crawl->order->count % crawl->k == 0 && crawl->queued > 0;
}

/* ---- batch ------------------------------------------------------------ */

/*
 * The list is stored as the place of each page: sorted again, then extended.
 */
static void
oracle_batchpr_sort_places(const struct oracle_crawl *crawl, unsigned *place)
{
	for (unsigned v = 0; v < crawl->pages; v++) {
		if (crawl->state[v] != ORACLE_QUEUED)
			continue;
		place[v] = 0;
		for (unsigned u = 0; u < crawl->pages; u++)
			place[v] += crawl->state[u] == ORACLE_QUEUED &&
				    (crawl->key[u] > crawl->key[v] ||
				     (crawl->key[u] == crawl->key[v] &&
				      u != v && oracle_before(crawl, u, v)));
	}
}

void
oracle_batchpr(struct oracle_crawl *crawl)
{
	struct ranking ranking = { 0 };
	unsigned place[ORACLE_PAGES], end = ORACLE_PAGES;

	for (unsigned v = 0; v < crawl->pages; v++)
		place[v] = crawl->stamp[v];
	while (oracle_goes_on(crawl)) {
		unsigned page = ORACLE_PAGES;

		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->state[v] == ORACLE_QUEUED &&
			    (page == ORACLE_PAGES || place[v] < place[page]))
				page = v;
		oracle_take(crawl, page, crawl->key[page]);
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v) &&
			    oracle_offer(crawl, page, v))
				place[v] = end++;
		if (oracle_ranking_is_due(crawl)) {
			oracle_ranking_recompute(crawl, &ranking);
			memcpy(crawl->key, ranking.rank, sizeof(crawl->key));
			for (unsigned v = 0; v < crawl->pages; v++)
				if (!oracle_ranking_is_seen(crawl, v))
					crawl->key[v] = 0;
			oracle_batchpr_sort_places(crawl, place);
		}
	}
}

/* ---- partial ---------------------------------------------------------- */

/*
 * While too many pages wait, the worst leaves: of equals the last found,
 * under any rule for ties.  If it is found again, it is a new page with the
 * rank that it had.
 */
static void
oracle_partialpr_evict(struct oracle_crawl *crawl, struct ranking *ranking)
{
	while (crawl->options->max_frontier &&
	       crawl->queued > crawl->options->max_frontier) {
		unsigned worst = ORACLE_PAGES;

		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->state[v] == ORACLE_QUEUED &&
			    (worst == ORACLE_PAGES ||
			     crawl->key[v] < crawl->key[worst] ||
			     (crawl->key[v] == crawl->key[worst] &&
			      crawl->stamp[v] > crawl->stamp[worst])))
				worst = v;
		oracle_drop(crawl, worst);
		ranking->ranked[worst] = false;
	}
}

void
oracle_partialpr(struct oracle_crawl *crawl)
{
	struct ranking ranking = { 0 };
	bool fresh[ORACLE_PAGES] = { false };

	for (unsigned v = 0; v < crawl->pages; v++)
		if (crawl->seed[v])
			crawl->key[v] = 1.0 / crawl->seeds;
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_largest(crawl);
		double share = crawl->key[page] / crawl->out[page];

		oracle_take(crawl, page, crawl->key[page]);
		for (unsigned v = 0; v < crawl->pages; v++) {
			if (!oracle_links(crawl, page, v))
				continue;
			if (oracle_offer(crawl, page, v))
				fresh[v] = true;
			if (crawl->state[v] == ORACLE_UNSEEN ||
			    (crawl->state[v] == ORACLE_QUEUED &&
			     (fresh[v] || crawl->options->update_all)))
				crawl->key[v] += share;
		}
		oracle_partialpr_evict(crawl, &ranking);
		if (oracle_ranking_is_due(crawl)) {
			oracle_ranking_recompute(crawl, &ranking);
			for (unsigned v = 0; v < crawl->pages; v++)
				if (oracle_ranking_is_seen(crawl, v))
					crawl->key[v] = ranking.rank[v];
			memset(fresh, 0, sizeof(fresh));
		}
	}
}
