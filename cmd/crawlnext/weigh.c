/* SPDX-License-Identifier: MIT */
/*
 * --weigh-hosts: the budget of each host, from what is known of it.
 *
 * A host's budget is that of --per-host, times its factors.  Each factor
 * compares the host with the crawl as a whole, so that a usual host has 1:
 *
 *	rank     score of its candidates / mean of hosts with candidates
 *	yield    its expected share of ok / that of the crawl
 *	fetched  the crawl's share of requested pages / its share
 *	speed    seconds of a page of the whole table / those of its pages
 *
 * Shares of hosts are weighed with that of the crawl, as in hosts.c: a host
 * with one page is not 100 times better than one with 100.  A factor is between
 * 1/10 and 10, so that no host gets everything or nothing by one of them.  A
 * product was chosen over a sum with coefficients because it needs none: each
 * factor says how many times as much as an average host this one gets.
 */
#include "crawlnext.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "base/span.h"
#include "base/suggest.h"

#include <math.h>
#include <stdlib.h>

#define FACTOR_LEAST 0.1
#define FACTOR_MOST 10.0

struct weighing {
	const struct crawlnext *next;
	double *score_of;    /* of the candidates of each host; or NULL */
	double score_mean;   /* of the hosts that have candidates */
	double requested;    /* share of all known pages */
	uint64_t hosts;      /* that have candidates */
};

static double
weigh_rank(const struct weighing *weighing, uint64_t host)
{
	/* Scores below 0 have no shares. */
	return weighing->score_mean > 0 ?
		       weighing->score_of[host] / weighing->score_mean : 1;
}

static double
weigh_yield(const struct weighing *weighing, uint64_t host)
{
	const struct crawlnext *next = weighing->next;

	return crawlnext_expected_of(next, &next->of_host[host]) /
	       next->estimate.crawl;
}

static double
weigh_fetched(const struct weighing *weighing, uint64_t host)
{
	const struct crawlnext_host *of = &weighing->next->of_host[host];

	return weighing->requested /
	       sp_shrink(of->tried, of->known, weighing->requested);
}

static double
weigh_speed(const struct weighing *weighing, uint64_t host)
{
	return weighing->next->usual_seconds /
	       crawlnext_seconds(weighing->next, host);
}

static const struct host_factor {
	const char *name;
	double (*of)(const struct weighing *weighing, uint64_t host);
} host_factors[] = {
	{ "rank", weigh_rank },
	{ "yield", weigh_yield },
	{ "fetched", weigh_fetched },
	{ "speed", weigh_speed },
};

#define FACTORS (sizeof(host_factors) / sizeof(*host_factors))
_Static_assert(FACTORS <= 32, "a bit of options.weights for each");

/* ---- the option ------------------------------------------------------- */

static enum sp_status
refuse_factor(struct crawlnext *next, struct sp_span word)
{
	struct sp_error *err = &next->cmd->err;
	struct sp_suggestion near;

	sp_suggest(&near, word.text, word.length);
	for (size_t i = 0; i < FACTORS; i++)
		sp_suggest_name(&near, host_factors[i].name,
				strlen(host_factors[i].name));
	if (near.count)
		return sp_fail(err, SP_USAGE, "option --weigh-hosts: no factor "
			       "\"%.*s\" (did you mean %s?)",
			       (int)word.length, word.text, near.names);
	return sp_fail(err, SP_USAGE, "option --weigh-hosts: \"%.*s\" is not "
		       "one of " CRAWLNEXT_FACTORS, (int)word.length,
		       word.text);
}

enum sp_status
crawlnext_read_weights(struct crawlnext *next)
{
	struct crawlnext_options *options = &next->options;
	struct sp_span rest, word;
	size_t i;

	if (!options->weigh)
		return SP_OK;
	if (options->host_most == UINT64_MAX)
		return sp_fail(&next->cmd->err, SP_USAGE, "option "
			       "--weigh-hosts multiplies the budget of "
			       "--per-host, which is none");
	rest = (struct sp_span){ options->weigh, strlen(options->weigh) };
	do {
		bool more = sp_span_before(rest, ',') < rest.length;

		word = sp_span_cut_at(&rest, ',');
		for (i = 0; i < FACTORS; i++)
			if (strlen(host_factors[i].name) == word.length &&
			    !memcmp(host_factors[i].name, word.text,
				    word.length))
				break;
		if (i == FACTORS)
			return refuse_factor(next, word);
		if (host_factors[i].of == weigh_speed && !options->speeds)
			return sp_fail(&next->cmd->err, SP_USAGE, "option "
				       "--weigh-hosts: \"speed\" needs "
				       "--speeds");
		options->weights |= 1u << i;
		if (!more)
			return SP_OK;
	} while (true);
}

/* ---- factors ---------------------------------------------------------- */

/* Also of what is not a number: 0 / 0, if the crawl has nothing of it. */
static double
clip_factor(double factor)
{
	if (isnan(factor))
		return 1;
	return factor < FACTOR_LEAST ? FACTOR_LEAST :
	       factor > FACTOR_MOST ? FACTOR_MOST : factor;
}

static enum sp_status
sum_scores_of_hosts(struct weighing *weighing)
{
	const struct crawlnext *next = weighing->next;
	double sum = 0;

	weighing->score_of = sp_alloc_zero(next->units.count, sizeof(double));
	if (!weighing->score_of)
		return sp_no_memory(&next->cmd->err, "the scores of hosts");
	SP_FOR_BITS (page, next->candidates, next->pages) {
		weighing->score_of[next->units.unit_of[page]] +=
			next->scores[page];
		sum += next->scores[page];
	}
	weighing->score_mean = sum / (double)weighing->hosts;
	return SP_OK;
}

static void
multiply_budgets(const struct weighing *weighing,
		 const struct host_factor *factor, double *products)
{
	const struct crawlnext *next = weighing->next;
	double least = FACTOR_MOST, most = FACTOR_LEAST;

	for (uint64_t host = 0; host < next->units.count; host++) {
		double by;

		if (!next->of_host[host].candidates)
			continue;
		by = clip_factor(factor->of(weighing, host));
		products[host] *= by;
		least = by < least ? by : least;
		most = by > most ? by : most;
	}
	if (weighing->hosts && least == most)
		cmd_warn(next->cmd, "option --weigh-hosts: \"%s\" is the same "
			 "for all %" PRIu64 " hosts that have pages to fetch",
			 factor->name, weighing->hosts);
}

/* Rounded down, but 1 or the floor; one above the batch is no limit. */
static void
round_budgets(struct crawlnext *next, const double *products)
{
	double base = (double)next->options.host_most;
	double all = (double)next->options.count, least = 1;

	if (next->options.host_floor)
		least = (double)next->options.host_floor;
	for (uint64_t host = 0; host < next->units.count; host++) {
		double most = base * products[host];

		most = most < least ? least : most;
		next->host_most[host] = (uint32_t)(most > all ? all : most);
	}
}

enum sp_status
crawlnext_weigh_hosts(struct crawlnext *next)
{
	struct weighing weighing = { .next = next };
	uint64_t count = next->units.count, tried = 0;
	double *products = sp_alloc(count, sizeof(*products));
	enum sp_status status = SP_OK;

	next->host_most = sp_alloc(count, sizeof(*next->host_most));
	if (!products || !next->host_most)
		status = sp_no_memory(&next->cmd->err, "the budgets of hosts");
	for (uint64_t host = 0; !status && host < count; host++) {
		products[host] = 1;
		tried += next->of_host[host].tried;
		weighing.hosts += next->of_host[host].candidates > 0;
	}
	weighing.requested = (double)tried / (double)next->pages;
	if (!status)
		status = sum_scores_of_hosts(&weighing);
	for (size_t i = 0; !status && i < FACTORS; i++)
		if (next->options.weights >> i & 1)
			multiply_budgets(&weighing, &host_factors[i],
					 products);
	if (!status)
		round_budgets(next, products);
	free(weighing.score_of);
	free(products);
	return status;
}
