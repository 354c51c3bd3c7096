/* SPDX-License-Identifier: MIT */
/*
 * Who dies, and hosts.
 *
 * A later crawl of a stored web has as many pages: for each page that dies,
 * another is born in its place, on the same host, or on a new host if the whole
 * host died.  An eighth of the deaths, at most, are those of hosts.  Which
 * pages die depends on their in-links: a page with d of them dies with a chance
 * in proportion to 1 / (1 + floor(log2(1 + d))), scaled so that the expected
 * number of deaths is what was asked for.
 *
 * Every decision has random numbers of its own, by page and purpose, seeded by
 * the fingerprint of the graph as well: a web that evolves twice with the same
 * seed does not draw the same names.
 */
#include "graph/generate/evolve_parts.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>

#define CLASSES 33       /* of in-degrees: floor(log2(1 + d)) */
#define HOST_SHARE 0.125 /* of deaths that may be those of whole hosts */

/* 33 classes, as in-degrees have 32 bits and 1 is added. */
static unsigned
class_of(uint32_t in_degree)
{
	unsigned class = 0;

	for (uint64_t rest = (uint64_t)in_degree + 1; rest > 1; rest >>= 1)
		class++;
	return class;
}

static bool
has_name(const struct sp_hosts *hosts, uint64_t host)
{
	size_t length;

	(void)sp_names_get(&hosts->names, host, &length);
	return length;
}

/*
 * Pages without a host share nothing, so they do not die together.
 *
 * A host that has more pages than the budget has left stays, whatever it drew,
 * so that one large host cannot be the whole of the deaths.
 */
static enum sp_status
kill_hosts(struct sp_evolution *e, struct sp_error *err)
{
	const struct sp_hosts *hosts = e->hosts;
	double part = e->options.fraction * HOST_SHARE;
	double budget = part * (double)e->pages;
	uint32_t *sizes;

	if (!hosts)
		return SP_OK;
	sizes = sp_alloc_zero(hosts->names.count, sizeof(*sizes));
	e->dead_host = sp_bitset_new(hosts->names.count);
	if (!sizes || !e->dead_host) {
		free(sizes);
		return sp_no_memory(err, "hosts");
	}
	for (uint64_t page = 0; page < e->pages; page++)
		sizes[hosts->host_of[page]]++;
	for (uint64_t host = 0; host < hosts->names.count; host++) {
		struct sp_random random = sp_evolve_random(
			e, SP_EVOLVE_HOST_DEATH, host);

		if (sp_random_unit(&random) >= part || !sizes[host] ||
		    !has_name(hosts, host) || (double)sizes[host] > budget)
			continue;
		budget -= (double)sizes[host];
		sp_bit_set(e->dead_host, host);
		e->new_hosts++;
	}
	free(sizes);
	for (uint64_t page = 0; page < e->pages; page++)
		if (sp_bit_test(e->dead_host, hosts->host_of[page])) {
			sp_bit_set(e->dead, page);
			e->died++;
		}
	return SP_OK;
}

/* The deaths to be expected of these pages when the first class has risk. */
static double
expected_deaths(const uint64_t counts[CLASSES], double risk)
{
	double sum = 0;

	for (unsigned class = 0; class < CLASSES; class++) {
		double chance = risk / (1 + class);

		sum += (double)counts[class] * (chance < 1 ? chance : 1);
	}
	return sum;
}

/*
 * The risk of the first class with which this many die; CLASSES: all do.
 *
 * Expected deaths grow with the risk: 100 halvings leave nothing of the
 * interval.
 */
static double
find_risk(const uint64_t counts[CLASSES], double deaths)
{
	double low = 0, high = CLASSES;

	for (unsigned i = 0; i < 100; i++) {
		double middle = (low + high) / 2;

		if (expected_deaths(counts, middle) < deaths)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/*
 * Each page has random numbers of its own, so the draw for one does not depend
 * on who died before.
 */
static void
kill_pages(struct sp_evolution *e, const uint32_t *in_degree)
{
	double deaths = e->options.fraction * (double)e->pages -
			(double)e->died;
	uint64_t counts[CLASSES] = { 0 }, alive = e->pages - e->died;
	double risk;

	for (uint64_t page = 0; page < e->pages; page++)
		counts[class_of(in_degree[page])] +=
			!sp_bit_test(e->dead, page);
	risk = deaths >= (double)alive ? 2 * CLASSES :
	       deaths <= 0 ? 0 : find_risk(counts, deaths);
	for (uint64_t page = 0; page < e->pages; page++) {
		struct sp_random random = sp_evolve_random(e, SP_EVOLVE_DEATH,
							   page);
		unsigned class = class_of(in_degree[page]);

		if (sp_random_unit(&random) * (1 + class) >= risk ||
		    sp_bit_test(e->dead, page))
			continue;
		sp_bit_set(e->dead, page);
		e->died++;
	}
}

static enum sp_status
decide_deaths(struct sp_evolution *e, struct sp_error *err)
{
	uint32_t *in_degree = sp_alloc_large_zero(e->pages,
						  sizeof(*in_degree));
	enum sp_status status;

	e->dead = sp_bitset_new(e->pages);
	status = in_degree && e->dead ?
			 sp_count_inlinks(e->graph, e->options.threads,
					  in_degree, err) :
			 sp_no_memory(err, "in-degrees");
	if (!status)
		status = kill_hosts(e, err);
	if (!status)
		kill_pages(e, in_degree);
	free(in_degree);
	return status;
}

/* Everything later indexes by host and page without a test. */
static enum sp_status
check_hosts(const struct sp_evolution *e, struct sp_error *err)
{
	const struct sp_hosts *hosts = e->hosts;

	if (hosts && hosts->pages != e->pages)
		return sp_fail(err, SP_DATA, "hosts of other pages");
	for (uint64_t page = 0; hosts && page < e->pages; page++)
		if (hosts->host_of[page] >= hosts->names.count)
			return sp_fail(err, SP_DATA,
				       "page %" PRIu64 ": no such host", page);
	if (e->names && e->names->count != e->pages)
		return sp_fail(err, SP_DATA, "names of other pages");
	return SP_OK;
}

enum sp_status
sp_evolution_new(const struct sp_graph *graph, const struct sp_names *names,
		 const struct sp_hosts *hosts,
		 const struct sp_evolve_options *options,
		 struct sp_evolution **evolution, struct sp_error *err)
{
	struct sp_evolution *e = sp_alloc_zero(1, sizeof(*e));
	enum sp_status status;

	*evolution = e;
	if (!e)
		return sp_no_memory(err, "the later web");
	*e = (struct sp_evolution){ .graph = graph, .names = names,
				    .hosts = hosts, .options = *options,
				    .pages = sp_graph_pages(graph) };
	/* A web that evolves again must not draw the same names. */
	for (unsigned i = 0; i < SP_EVOLVE_PURPOSES; i++)
		e->keys[i] = sp_mix64(sp_mix64(options->seed + i * 0x9e37) ^
				      sp_graph_fingerprint(graph).checksum);
	status = check_hosts(e, err);
	if (!status)
		status = decide_deaths(e, err);
	if (!status)
		status = sp_evolve_order(e, err);
	if (!status)
		return SP_OK;
	sp_evolution_free(e);
	*evolution = NULL;
	return status;
}

void
sp_evolution_free(struct sp_evolution *e)
{
	if (!e)
		return;
	free(e->dead);
	free(e->dead_host);
	free(e->place_of);
	free(e->page_at);
	free(e);
}

uint64_t
sp_evolution_died(const struct sp_evolution *e)
{
	return e->died;
}

uint64_t
sp_evolution_new_hosts(const struct sp_evolution *e)
{
	return e->new_hosts;
}

/* ---- hosts ------------------------------------------------------------ */

/* The domain of a new host is the host: it is below a top-level domain. */
static enum sp_status
evolve_add_host(const struct sp_evolution *e, uint64_t host,
		struct sp_hosts *to, struct sp_error *err)
{
	const struct sp_hosts *hosts = e->hosts;
	bool dead = sp_bit_test(e->dead_host, host);
	char made[SP_NAME_MAX];
	const char *name = made, *domain = made;
	size_t length, domain_length;

	if (dead)
		domain_length = length = sp_evolve_host_name(e, host, made);
	else
		name = sp_names_get(&hosts->names, host, &length);
	if (sp_names_add(&to->names, name, length, err))
		return err->status;
	if (!hosts->domains.count)
		return SP_OK;
	if (!dead)
		domain = sp_names_get(&hosts->domains, host, &domain_length);
	return sp_names_add(&to->domains, domain, domain_length, err);
}

/* As with every graph that is made: hosts in the order of their first pages. */
enum sp_status
sp_evolution_hosts(const struct sp_evolution *e, struct sp_hosts *to,
		   struct sp_error *err)
{
	const struct sp_hosts *hosts = e->hosts;
	uint32_t *number = sp_alloc(hosts->names.count, sizeof(*number));
	enum sp_status status = SP_OK;

	*to = (struct sp_hosts)SP_HOSTS_EMPTY;
	if (!number)
		return sp_no_memory(err, "hosts");
	for (uint64_t host = 0; host < hosts->names.count; host++)
		number[host] = UINT32_MAX;
	/* Numbered in the order of their first pages. */
	for (uint64_t page = 0; page < e->pages && !status; page++) {
		uint64_t place = e->place_of ? e->place_of[page] : page;
		uint32_t host = hosts->host_of[place];

		if (number[host] == UINT32_MAX) {
			number[host] = (uint32_t)to->names.count;
			status = evolve_add_host(e, host, to, err);
		}
		if (!status)
			status = sp_hosts_add(to, number[host], err);
	}
	free(number);
	if (status)
		sp_hosts_free(to);
	return status;
}
