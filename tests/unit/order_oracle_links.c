/* SPDX-License-Identifier: MIT */
/*
 * The orders by links, sites and domains: backlink, lsf, domainpq.
 */
#include "order_oracle_state.h"

#include "unit.h"

/* ---- backlink --------------------------------------------------------- */

/* Puts a list of pages into the order of their keys, largest first. */
static void
oracle_backlink_sort_list(const struct oracle_crawl *crawl, unsigned *list,
			  unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		for (unsigned j = i + 1; j < count; j++) {
			unsigned a = list[i], b = list[j];

			if (crawl->key[b] > crawl->key[a] ||
			    (crawl->key[b] == crawl->key[a] &&
			     oracle_before(crawl, b, a))) {
				list[i] = b;
				list[j] = a;
			}
		}
}

static unsigned
oracle_backlink_list_seeds(const struct oracle_crawl *crawl, unsigned *list)
{
	unsigned count = 0;

	for (unsigned stamp = 0; stamp < crawl->stamps; stamp++)
		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->state[v] == ORACLE_QUEUED &&
			    crawl->stamp[v] == stamp)
				list[count++] = v;
	return count;
}

void
oracle_backlink(struct oracle_crawl *crawl)
{
	bool oracle = crawl->options->oracle;
	unsigned list[ORACLE_PAGES], count = oracle_backlink_list_seeds(crawl,
									list);

	for (unsigned u = 0; u < crawl->pages && oracle; u++)
		for (unsigned v = 0; v < crawl->pages; v++)
			crawl->key[v] += oracle_links(crawl, u, v);
	if (crawl->k == 1)
		oracle_backlink_sort_list(crawl, list, count);
	while (oracle_goes_on(crawl)) {
		unsigned page = list[0];

		count--;
		for (unsigned i = 0; i < count; i++)
			list[i] = list[i + 1];
		oracle_take(crawl, page, crawl->key[page]);
		for (unsigned v = 0; v < crawl->pages; v++) {
			if (!oracle_links(crawl, page, v))
				continue;
			if (!oracle)
				crawl->key[v] += 1;
			if (oracle_offer(crawl, page, v))
				list[count++] = v;
		}
		if (crawl->order->count % crawl->k == 0)
			oracle_backlink_sort_list(crawl, list, count);
	}
}

/* ---- larger sites first ----------------------------------------------- */

struct site {
	unsigned waiting;    /* QUEUED pages */
	unsigned pages;      /* all that are stored */
	unsigned first;      /* least stamp of a page queued */
	unsigned visit;      /* number of the last download, from 1; or 0 */
};

/* Is site a chosen before b?  Both have waiting pages. */
static bool
oracle_lsf_site_before(const struct oracle_crawl_options *options,
		       const struct site *a, const struct site *b)
{
	unsigned size_a = options->oracle ? a->pages : a->waiting;
	unsigned size_b = options->oracle ? b->pages : b->waiting;

	if (size_a != size_b)
		return size_a > size_b;
	if (options->last_visit && a->visit != b->visit)
		return a->visit < b->visit;
	return a->first < b->first;
}

/* Recounts all pages; first stamps and visits are kept. */
static void
oracle_lsf_count_sites(const struct oracle_crawl *crawl, struct site *sites)
{
	for (unsigned h = 0; h < crawl->input->hosts; h++)
		sites[h].waiting = sites[h].pages = 0;
	for (unsigned v = 0; v < crawl->pages; v++) {
		struct site *site = &sites[crawl->input->host[v]];

		site->pages++;
		site->waiting += crawl->state[v] == ORACLE_QUEUED;
		if (crawl->state[v] == ORACLE_QUEUED &&
		    crawl->stamp[v] < site->first)
			site->first = crawl->stamp[v];
	}
}

static unsigned
oracle_lsf_oldest_page(const struct oracle_crawl *crawl, unsigned host)
{
	unsigned page = ORACLE_PAGES;

	for (unsigned v = 0; v < crawl->pages; v++)
		if (crawl->state[v] == ORACLE_QUEUED &&
		    crawl->input->host[v] == host &&
		    (page == ORACLE_PAGES ||
		     crawl->stamp[v] < crawl->stamp[page]))
			page = v;
	return page;
}

void
oracle_lsf(struct oracle_crawl *crawl)
{
	struct site sites[ORACLE_PAGES];

	for (unsigned h = 0; h < ORACLE_PAGES; h++)
		sites[h] = (struct site){ .first = UINT32_MAX };
	while (oracle_goes_on(crawl)) {
		unsigned host = ORACLE_PAGES, page;

		oracle_lsf_count_sites(crawl, sites);
		for (unsigned h = 0; h < crawl->input->hosts; h++)
			if (sites[h].waiting > 0 &&
			    (host == ORACLE_PAGES ||
			     oracle_lsf_site_before(crawl->options, &sites[h],
						    &sites[host])))
				host = h;
		page = oracle_lsf_oldest_page(crawl, host);
		oracle_take(crawl, page, crawl->options->oracle ?
			    sites[host].pages : sites[host].waiting);
		sites[host].visit = crawl->order->count;
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v))
				oracle_offer(crawl, page, v);
	}
}

/* ---- domains ---------------------------------------------------------- */

struct waiting {
	unsigned since[ORACLE_PAGES];   /* clock of the insertion */
	bool dropped[ORACLE_PAGES];     /* once */
};

static unsigned
oracle_domainpq_unit_of(const struct oracle_crawl *crawl, unsigned page)
{
	if (crawl->options->by_host || !crawl->input->with_domains)
		return crawl->input->host[page];
	return crawl->input->domain[page];
}

static bool
oracle_domainpq_same_unit(const struct oracle_crawl *crawl, unsigned a,
			  unsigned b)
{
	return oracle_domainpq_unit_of(crawl, a) ==
	       oracle_domainpq_unit_of(crawl, b);
}

/* Queues the links of a page within its own unit, or those to others. */
static void
oracle_domainpq_queue_links(struct oracle_crawl *crawl, struct waiting *waiting,
			    unsigned page, bool inside, double score)
{
	for (unsigned v = 0; v < crawl->pages; v++) {
		if (!oracle_links(crawl, page, v) ||
		    oracle_domainpq_same_unit(crawl, v, page) != inside)
			continue;
		if (crawl->options->dropped_never && waiting->dropped[v])
			continue;
		if (crawl->state[v] == ORACLE_QUEUED &&
		    crawl->options->rescore_max && score > crawl->key[v])
			crawl->key[v] = score;
		if (oracle_offer(crawl, page, v)) {
			crawl->key[v] = score;
			waiting->since[v] = crawl->order->count;
		}
	}
}

static void
oracle_domainpq_score_links(struct oracle_crawl *crawl, struct waiting *waiting,
			    unsigned page)
{
	double inter = 0, intra = 0, total, ratio;

	for (unsigned v = 0; v < crawl->pages; v++) {
		if (!oracle_links(crawl, page, v))
			continue;
		if (oracle_domainpq_same_unit(crawl, v, page))
			intra++;
		else
			inter++;
	}
	total = inter + intra;
	if (total == 0)
		return;
	ratio = (total - (inter < intra ? inter : intra)) / total;
	oracle_domainpq_queue_links(crawl, waiting, page, false,
				    ratio * crawl->options->inter);
	oracle_domainpq_queue_links(crawl, waiting, page, true,
				    ratio * crawl->options->intra);
}

/* Pages that waited too long leave, the oldest first. */
static void
oracle_domainpq_expire(struct oracle_crawl *crawl, struct waiting *waiting)
{
	for (unsigned stamp = 0; stamp < crawl->stamps; stamp++)
		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->state[v] == ORACLE_QUEUED &&
			    crawl->stamp[v] == stamp &&
			    crawl->order->count - waiting->since[v] >
			    crawl->options->max_wait) {
				oracle_drop(crawl, v);
				waiting->dropped[v] = true;
			}
}

void
oracle_domainpq(struct oracle_crawl *crawl)
{
	struct waiting waiting = { 0 };

	for (unsigned v = 0; v < crawl->pages; v++)
		crawl->key[v] = 1;
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_largest(crawl);

		oracle_take(crawl, page, crawl->key[page]);
		oracle_domainpq_score_links(crawl, &waiting, page);
		if (crawl->options->max_wait > 0)
			oracle_domainpq_expire(crawl, &waiting);
	}
}
