/* SPDX-License-Identifier: MIT */
/*
 * The orders that follow a topic: bestfirst, fish, shark, otie.
 */
#include "order_oracle_state.h"

#include "unit.h"

#include <math.h>

/* Makes from the parent of a page, unless that is too deep. */
static bool
oracle_adopt(struct oracle_crawl *crawl, unsigned from, unsigned page)
{
	unsigned depth = crawl->depth[from] + 1, most;

	most = crawl->options->max_depth;
	if (most && depth > most)
		return false;
	most = crawl->options->max_host_depth;
	if (most && oracle_host_depth(crawl, from, page) > most)
		return false;
	crawl->parent[page] = from;
	crawl->depth[page] = depth;
	crawl->host_depth[page] = oracle_host_depth(crawl, from, page);
	return true;
}

/* The score of a link in a table, or what a link without one has. */
static double
oracle_text(const struct oracle_crawl *crawl,
	    const double table[ORACLE_PAGES][ORACLE_PAGES], unsigned from,
	    unsigned to, double none)
{
	if (!crawl->input->with_texts || table[from][to] < 0)
		return none;
	return table[from][to];
}

/* ---- bestfirst -------------------------------------------------------- */

void
oracle_bestfirst(struct oracle_crawl *crawl)
{
	const double *rel = crawl->input->relevance;
	enum oracle_key rule = crawl->options->key;
	double sum[ORACLE_PAGES] = { 0 };
	unsigned parents[ORACLE_PAGES] = { 0 };

	for (unsigned v = 0; v < crawl->pages; v++)
		crawl->key[v] = crawl->options->seed_key;
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_largest(crawl);

		oracle_take(crawl, page, crawl->key[page]);
		for (unsigned v = 0; v < crawl->pages; v++) {
			if (!oracle_links(crawl, page, v) ||
			    crawl->state[v] == ORACLE_DONE)
				continue;
			sum[v] += rel[page];
			parents[v]++;
			if (oracle_offer(crawl, page, v)) {
				crawl->key[v] = rule == ORACLE_OWN ?
						rel[v] :
						rule == ORACLE_MEAN ?
						sum[v] / parents[v] : rel[page];
				continue;
			}
			if (crawl->state[v] != ORACLE_QUEUED)
				continue;
			if (rule == ORACLE_MEAN)
				crawl->key[v] = sum[v] / parents[v];
			if ((rule == ORACLE_LAST ||
			     (rule == ORACLE_MOST &&
			      rel[page] > crawl->key[v])) &&
			    oracle_adopt(crawl, page, v))
				crawl->key[v] = rel[page];
		}
	}
}

/* ---- fish ------------------------------------------------------------- */

static double
oracle_fish_score(const struct oracle_crawl_options *options, bool relevant,
		  unsigned i)
{
	unsigned wide = (unsigned)floor(options->alpha * options->width);

	if (!options->debra)
		return relevant;
	if (relevant)
		return i < wide;
	return i < options->width ? 0.5 : 0;
}

void
oracle_fish(struct oracle_crawl *crawl)
{
	const struct oracle_crawl_options *options = crawl->options;
	unsigned left[ORACLE_PAGES];

	for (unsigned v = 0; v < crawl->pages; v++)
		left[v] = options->depth;
	while (oracle_goes_on(crawl)) {
		unsigned page, depth, i = 0;
		bool relevant;

		if (options->size && crawl->order->count == options->size)
			return;
		page = oracle_largest(crawl);
		oracle_take(crawl, page, crawl->key[page]);
		if (!left[page])
			continue;
		relevant = crawl->input->relevance[page] >=
			   options->threshold;
		depth = relevant ? options->depth : left[page] - 1;
		for (unsigned v = 0; v < crawl->pages; v++) {
			double score;

			if (!oracle_links(crawl, page, v))
				continue;
			score = oracle_fish_score(options, relevant, i++);
			if (oracle_offer(crawl, page, v)) {
				crawl->key[v] = score;
				left[v] = depth;
			} else if (crawl->state[v] == ORACLE_QUEUED) {
				crawl->key[v] = fmax(crawl->key[v], score);
				if (options->last_depth || depth > left[v])
					left[v] = depth;
			}
		}
	}
}

/* ---- shark ------------------------------------------------------------ */

static double
oracle_shark_potential(const struct oracle_crawl *crawl, unsigned page,
		       unsigned v, double inherited)
{
	const struct oracle_crawl_options *options = crawl->options;
	double beta = options->anchor_weight;
	double gamma = options->inherited_weight;
	double anchor = oracle_text(crawl, crawl->input->anchor, page, v, 0);
	double context = oracle_text(crawl, crawl->input->context, page, v, 0);

	if (anchor > 0)
		context = 1;
	return gamma * inherited +
	       (1 - gamma) * (beta * anchor + (1 - beta) * context);
}

void
oracle_shark(struct oracle_crawl *crawl)
{
	const struct oracle_crawl_options *options = crawl->options;
	double inherited[ORACLE_PAGES];
	unsigned left[ORACLE_PAGES];

	for (unsigned v = 0; v < crawl->pages; v++) {
		left[v] = options->depth;
		inherited[v] = crawl->key[v] = 1;
	}
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_largest(crawl), depth;
		double sim = crawl->input->relevance[page], given;

		oracle_take(crawl, page, crawl->key[page]);
		if (!left[page])
			continue;
		given = options->delta * (sim > 0 ? sim : inherited[page]);
		depth = sim > 0 ? options->depth : left[page] - 1;
		for (unsigned v = 0; v < crawl->pages; v++) {
			double potential;

			if (!oracle_links(crawl, page, v))
				continue;
			potential = oracle_shark_potential(crawl, page, v,
							   given);
			if (oracle_offer(crawl, page, v)) {
				crawl->key[v] = potential;
				inherited[v] = given;
				left[v] = depth;
				continue;
			}
			if (crawl->state[v] != ORACLE_QUEUED ||
			    (options->max_depth &&
			     crawl->depth[page] + 1 > options->max_depth) ||
			    (options->max_host_depth &&
			     oracle_host_depth(crawl, page, v) >
				     options->max_host_depth))
				continue;
			if (potential > crawl->key[v] &&
			    oracle_adopt(crawl, page, v)) {
				crawl->key[v] = potential;
				inherited[v] = given;
			}
			if (depth > left[v])
				left[v] = depth;
		}
	}
}

/* ---- otie ------------------------------------------------------------- */

static double
oracle_otie_weight(const struct oracle_crawl *crawl, unsigned page, unsigned v)
{
	const struct oracle_crawl_options *options = crawl->options;
	const struct oracle_crawl_input *input = crawl->input;
	double rel = input->relevance[page];
	double link = fmax(oracle_text(crawl, input->anchor, page, v, -1),
			   oracle_text(crawl, input->context, page, v, -1));

	if (link < 0)
		link = rel;
	return fmax(options->floor, options->lambda * rel +
		    (1 - options->lambda) * link);
}

void
oracle_otie(struct oracle_crawl *crawl)
{
	double *cash = crawl->key;

	for (unsigned v = 0; v < crawl->pages; v++)
		if (crawl->seed[v])
			cash[v] = 1.0 / crawl->seeds;
	while (oracle_goes_on(crawl)) {
		unsigned page = oracle_largest(crawl);
		double held = cash[page], sum = 0;

		oracle_take(crawl, page, held);
		cash[page] = 0;
		held *= fmax(crawl->options->floor,
			     crawl->input->relevance[page]);
		for (unsigned v = 0; v < crawl->pages; v++)
			if (oracle_links(crawl, page, v))
				sum += oracle_otie_weight(crawl, page, v);
		for (unsigned v = 0; v < crawl->pages; v++) {
			if (!oracle_links(crawl, page, v) ||
			    crawl->state[v] == ORACLE_DONE)
				continue;
			oracle_offer(crawl, page, v);
			if (sum > 0)
				cash[v] += held / sum *
					   oracle_otie_weight(crawl, page, v);
		}
	}
}
