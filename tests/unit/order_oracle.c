/* SPDX-License-Identifier: MIT */
/*
 * The state of a crawl, and the orders without scores.
 */
#include "order_oracle_state.h"

#include "unit.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

/* ---- the frontier ----------------------------------------------------- */

unsigned
oracle_host_depth(const struct oracle_crawl *crawl, uint32_t from,
		  unsigned page)
{
	const unsigned *host = crawl->input->host;

	if (from == ORACLE_NONE || host[from] != host[page])
		return 1;
	return crawl->host_depth[from] + 1;
}

static void
oracle_enter(struct oracle_crawl *crawl, unsigned page, uint32_t parent,
	     uint32_t depth)
{
	crawl->state[page] = ORACLE_QUEUED;
	crawl->stamp[page] = crawl->stamps++;
	crawl->parent[page] = parent;
	crawl->depth[page] = depth;
	crawl->host_depth[page] = oracle_host_depth(crawl, parent, page);
	crawl->queued++;
	crawl->of_host[crawl->input->host[page]]++;
	crawl->of_shape[crawl->input->shape[page]]++;
}

bool
oracle_offer(struct oracle_crawl *crawl, unsigned from, unsigned page)
{
	const struct oracle_crawl_options *options = crawl->options;
	unsigned depth = crawl->depth[from] + 1;

	if (crawl->state[page] != ORACLE_UNSEEN)
		return false;
	if (options->max_depth && depth > options->max_depth)
		return false;
	if (options->max_host_depth &&
	    oracle_host_depth(crawl, from, page) > options->max_host_depth)
		return false;
	if (options->max_per_host &&
	    crawl->of_host[crawl->input->host[page]] >= options->max_per_host)
		return false;
	if (options->max_per_shape && crawl->of_shape[
			crawl->input->shape[page]] >= options->max_per_shape)
		return false;
	if (options->max_frontier && !crawl->evicts &&
	    crawl->queued >= options->max_frontier)
		return false;
	oracle_enter(crawl, page, from, depth);
	return true;
}

void
oracle_take(struct oracle_crawl *crawl, unsigned page, double key)
{
	struct oracle_order *order = crawl->order;

	ck_assert(crawl->state[page] == ORACLE_QUEUED);
	ck_assert(!isnan(key));
	crawl->state[page] = ORACLE_DONE;
	crawl->queued--;
	order->page[order->count] = page;
	order->key[order->count] = key;
	order->parent[order->count] = crawl->parent[page];
	order->depth[order->count] = crawl->depth[page];
	order->count++;
	order->links += crawl->out[page];
}

void
oracle_drop(struct oracle_crawl *crawl, unsigned page)
{
	struct oracle_order *order = crawl->order;

	ck_assert(crawl->state[page] == ORACLE_QUEUED);
	ck_assert(order->dropped < ORACLE_DROPS);
	crawl->state[page] = ORACLE_UNSEEN;
	crawl->queued--;
	crawl->of_host[crawl->input->host[page]]--;
	crawl->of_shape[crawl->input->shape[page]]--;
	order->drops[order->dropped].clock = order->count;
	order->drops[order->dropped].page = page;
	order->dropped++;
}

bool
oracle_goes_on(const struct oracle_crawl *crawl)
{
	return crawl->queued > 0 &&
	       (crawl->options->max == 0 ||
		crawl->order->count < crawl->options->max);
}

bool
oracle_before(const struct oracle_crawl *crawl, unsigned a, unsigned b)
{
	switch (crawl->options->tie) {
	case ORACLE_ID:
		return a < b;
	case ORACLE_LIFO:
		return crawl->stamp[a] > crawl->stamp[b];
	default:
		return crawl->stamp[a] < crawl->stamp[b];
	}
}

/* The QUEUED page with the largest key times sign. */
static unsigned
oracle_best(const struct oracle_crawl *crawl, double sign)
{
	unsigned found = ORACLE_PAGES;

	for (unsigned v = 0; v < crawl->pages; v++) {
		if (crawl->state[v] != ORACLE_QUEUED)
			continue;
		if (found == ORACLE_PAGES ||
		    sign * crawl->key[v] > sign * crawl->key[found] ||
		    (crawl->key[v] == crawl->key[found] &&
		     oracle_before(crawl, v, found)))
			found = v;
	}
	ck_assert_uint_lt(found, ORACLE_PAGES);
	return found;
}

unsigned
oracle_largest(const struct oracle_crawl *crawl)
{
	return oracle_best(crawl, 1);
}

unsigned
oracle_smallest(const struct oracle_crawl *crawl)
{
	return oracle_best(crawl, -1);
}

double
oracle_seed_share(const struct oracle_crawl *crawl, unsigned seed)
{
	const struct oracle_crawl_input *input = crawl->input;
	double sum = 0;

	if (!input->trusted)
		return 1.0 / crawl->seeds;
	for (unsigned i = 0; i < input->seed_count; i++) {
		bool again = false;

		for (unsigned j = 0; j < i; j++)
			again |= input->seeds[j] == input->seeds[i];
		if (!again)
			sum += input->trust[input->seeds[i]];
	}
	return input->trust[seed] / sum;
}

/* ---- bfs, dfs, random, shuffle, omniscient ---------------------------- */

void
oracle_bfs(struct oracle_crawl *crawl)
{
	while (oracle_goes_on(crawl)) {
		unsigned page = ORACLE_PAGES;

		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->state[v] == ORACLE_QUEUED &&
			    (page == ORACLE_PAGES ||
			     crawl->stamp[v] < crawl->stamp[page]))
				page = v;
		oracle_take(crawl, page, crawl->stamp[page]);
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v))
				oracle_offer(crawl, page, v);
	}
}

/* height: of a page on the stack; the highest is next. */
void
oracle_dfs(struct oracle_crawl *crawl)
{
	unsigned height[ORACLE_PAGES] = { 0 }, top = ORACLE_PAGES;

	for (unsigned v = 0; v < crawl->pages; v++)
		if (crawl->state[v] == ORACLE_QUEUED)
			height[v] = ORACLE_PAGES - crawl->stamp[v];
	while (oracle_goes_on(crawl)) {
		unsigned page = ORACLE_PAGES;

		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->state[v] == ORACLE_QUEUED &&
			    (page == ORACLE_PAGES ||
			     height[v] > height[page]))
				page = v;
		oracle_take(crawl, page, 0);
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v))
				oracle_offer(crawl, page, v);
		for (unsigned v = crawl->pages; v-- > 0;)
			if (oracle_links(crawl, page, v) &&
			    crawl->state[v] == ORACLE_QUEUED)
				height[v] = ++top;
	}
}

void
oracle_random(struct oracle_crawl *crawl)
{
	struct sp_random random = { crawl->options->random_seed };
	unsigned frontier[ORACLE_PAGES], size = 0;

	for (unsigned stamp = 0; stamp < crawl->stamps; stamp++)
		for (unsigned v = 0; v < crawl->pages; v++)
			if (crawl->state[v] == ORACLE_QUEUED &&
			    crawl->stamp[v] == stamp)
				frontier[size++] = v;
	while (oracle_goes_on(crawl)) {
		unsigned x = (unsigned)sp_random_below(&random, size);
		unsigned page = frontier[x];

		frontier[x] = frontier[--size];
		oracle_take(crawl, page, 0);
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v) &&
			    oracle_offer(crawl, page, v))
				frontier[size++] = v;
	}
}

void
oracle_shuffle(struct oracle_crawl *crawl)
{
	struct sp_random random = { crawl->options->random_seed };
	struct oracle_crawl_options all = *crawl->options;
	struct oracle_order *order = crawl->order, reached;
	unsigned row[ORACLE_PAGES], m, max = all.max;

	memset(&reached, 0, sizeof(reached));
	all.max = 0;
	crawl->options = &all;
	crawl->order = &reached;
	oracle_bfs(crawl);
	m = reached.count;
	for (unsigned i = 0; i < m; i++)
		row[i] = i;
	for (unsigned i = 0; i < m; i++) {
		unsigned x = i + (unsigned)sp_random_below(&random, m - i);
		unsigned old = row[i];

		row[i] = row[x];
		row[x] = old;
	}
	for (unsigned i = 0; i < m; i++) {
		if (max > 0 && i == max)
			break;
		order->page[i] = reached.page[row[i]];
		order->parent[i] = reached.parent[row[i]];
		order->depth[i] = reached.depth[row[i]];
		order->count++;
	}
	order->links = reached.links;
}

void
oracle_omniscient(struct oracle_crawl *crawl)
{
	for (unsigned v = 0; v < crawl->pages; v++)
		crawl->key[v] = crawl->input->score[v];
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_largest(crawl);

		oracle_take(crawl, page, crawl->key[page]);
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v))
				oracle_offer(crawl, page, v);
	}
}

/* ---- all -------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*crawl)(struct oracle_crawl *crawl);
} strategies[] = {
	{ "bfs", oracle_bfs },
	{ "dfs", oracle_dfs },
	{ "random", oracle_random },
	{ "shuffle", oracle_shuffle },
	{ "omniscient", oracle_omniscient },
	{ "backlink", oracle_backlink },
	{ "lsf", oracle_lsf },
	{ "domainpq", oracle_domainpq },
	{ "batchpr", oracle_batchpr },
	{ "partialpr", oracle_partialpr },
	{ "opic", oracle_opic },
	{ "fica", oracle_fica },
	{ "ficaplus", oracle_ficaplus },
	{ "ieca", oracle_ieca },
	{ "fpr", oracle_fpr },
	{ "rankmass", oracle_rankmass },
	{ "wrankmass", oracle_wrankmass },
	{ "bestfirst", oracle_bestfirst },
	{ "fish", oracle_fish },
	{ "shark", oracle_shark },
	{ "otie", oracle_otie }
};

/* n / 40, rounded to the nearest, a half up; at least 1. */
static unsigned
oracle_period_auto(unsigned pages)
{
	unsigned period = (2 * pages + 40) / 80;

	return period > 0 ? period : 1;
}

void
oracle_crawl(const struct oracle_crawl_input *input, const char *strategy,
	     const struct oracle_crawl_options *options,
	     struct oracle_order *order)
{
	struct oracle_crawl crawl;

	memset(&crawl, 0, sizeof(crawl));
	memset(order, 0, sizeof(*order));
	crawl.input = input;
	crawl.options = options;
	crawl.order = order;
	crawl.pages = input->graph.pages;
	crawl.k = options->k ? options->k : oracle_period_auto(crawl.pages);
	crawl.evicts = !strcmp(strategy, "partialpr");
	for (unsigned u = 0; u < crawl.pages; u++)
		for (unsigned v = 0; v < crawl.pages; v++)
			crawl.out[u] += input->graph.link[u][v];
	for (unsigned i = 0; i < input->seed_count; i++) {
		unsigned seed = input->seeds[i];

		if (crawl.seed[seed])
			continue;
		crawl.seed[seed] = true;
		crawl.seeds++;
		oracle_enter(&crawl, seed, ORACLE_NONE, 1);
	}
	for (size_t i = 0; i < sizeof(strategies) / sizeof(*strategies); i++)
		if (!strcmp(strategies[i].name, strategy)) {
			strategies[i].crawl(&crawl);
			return;
		}
	ck_abort_msg("no strategy %s", strategy);
}
