/* SPDX-License-Identifier: MIT */
/*
 * What is drawn for the parts of a graph.  Each draw has a random sequence of
 * its own (purpose and number), so that any thread can make any page without
 * the pages before it.  Powers and logarithms are those of base/power.h, since
 * one bit can change the size of a host.
 *
 * Costs: a draw from a power law is a logarithm and an exponential, a few dozen
 * operations; everything that is drawn for a host or a directory is drawn again
 * wherever it is needed, instead of being stored, so that memory is in
 * proportion to hosts and directories and not to pages.
 */
#include "graph/generate/lists.h"
#include "graph/generate/tables.h"

#include "base/power.h"

#include <string.h>

/* Most links inside the host that a page is meant to have. */
#define DEGREE_MAX 6000

double
sp_generate_power(double base, double exponent)
{
	return sp_power_of_2(exponent * sp_log_2(base));
}

/*
 * The inverse of the cumulative distribution in closed form: start and span are
 * that of its ends.
 */
struct sp_power_law
sp_power_law(double low, double high, double exponent)
{
	struct sp_power_law law = { low, 0, 0, 0, 0 };
	double p = 1 - exponent;

	/*
	 * Near exponent 1 both powers are near 1 and their difference loses its
	 * digits; the logarithm, which is the limit, takes their place.
	 */
	if (p > -1e-6 && p < 1e-6) {
		law.log_ratio = sp_log_2(high / low);
		return law;
	}
	law.start = sp_power_of_2(p * sp_log_2(low));
	law.span = sp_power_of_2(p * sp_log_2(high)) - law.start;
	law.inverse = 1 / p;
	return law;
}

double
sp_power_draw(const struct sp_power_law *law, double unit)
{
	if (law->inverse == 0)
		return law->low * sp_power_of_2(unit * law->log_ratio);
	return sp_power_of_2(law->inverse *
			     sp_log_2(law->start + unit * law->span));
}

/* A draw may reach the end of its range by rounding: hence the cuts. */
struct sp_generate_sizes
sp_generate_community_sizes(const struct sp_generator *g, uint64_t community)
{
	struct sp_random random =
		sp_generate_random(g, SP_FOR_COMMUNITY, community);
	struct sp_generate_sizes sizes;

	sizes.hubs = (uint64_t)sp_power_draw(&g->hub_law,
					     sp_random_unit(&random));
	sizes.authorities = (uint64_t)sp_power_draw(&g->authority_law,
						    sp_random_unit(&random));
	if (sizes.hubs > SP_GENERATE_HUBS_MAX)
		sizes.hubs = SP_GENERATE_HUBS_MAX;
	if (sizes.authorities > SP_GENERATE_AUTHORITIES_MAX)
		sizes.authorities = SP_GENERATE_AUTHORITIES_MAX;
	/*
	 * At most half of the hosts together, so that each stratum of
	 * sp_generate_member() has two hosts or more.
	 */
	if (sizes.hubs > g->hosts / 4)
		sizes.hubs = g->hosts / 4;
	if (sizes.authorities > g->hosts / 4)
		sizes.authorities = g->hosts / 4;
	return sizes;
}

/* An index page of the host: its home page in half of the cases. */
static uint32_t
index_page(const struct sp_generator *g, uint64_t host,
	   struct sp_random *random)
{
	uint64_t first = g->host_start[host];
	uint64_t count = g->host_start[host + 1] - first;
	uint64_t bits = sp_random_next(random);

	if (bits & 1)
		first += sp_random_below(random, count);
	return g->directory_start[first];
}

/*
 * The largest of three hosts of [low, high): it has room for the hubs of more
 * than one community.
 */
static uint64_t
large_host(const struct sp_generator *g, uint64_t low, uint64_t high,
	   struct sp_random *random)
{
	uint64_t best = low, most = 0, first;

	for (int i = 0; i < 3; i++) {
		uint64_t host = low + sp_random_below(random, high - low);
		uint64_t pages = sp_generator_host_pages(g, host, &first);

		if (pages > most) {
			most = pages;
			best = host;
		}
	}
	return best;
}

/*
 * Each stratum of hosts gives one member, hub or authority.  So the members of
 * a community come in the order of their pages, are on different hosts, and any
 * one of them can be found without the others.
 */
bool
sp_generate_member(const struct sp_generator *g, uint64_t community,
		   const struct sp_generate_sizes *sizes, uint64_t s,
		   uint32_t *page)
{
	uint64_t all = sizes->hubs + sizes->authorities;
	uint64_t low = g->hosts * s / all, high = g->hosts * (s + 1) / all;
	/*
	 * 256 is more than the strata of a community.  The complement keeps
	 * these numbers apart from those of the communities' sizes.
	 */
	struct sp_random random = sp_generate_random(
		g, SP_FOR_COMMUNITY, ~(community * 256 + s));
	uint64_t host = large_host(g, low, high, &random);
	uint64_t first = sp_generate_host_page(g, host);
	uint64_t end = sp_generate_host_page(g, host + 1);

	/* True for as many strata as there are authorities, evenly spread. */
	if ((s + 1) * sizes->authorities / all > s * sizes->authorities / all) {
		*page = index_page(g, host, &random);
		return false;
	}
	*page = (uint32_t)(first + sp_random_below(&random, end - first));
	return true;
}

/*
 * Half of the hosts have a block of links to other hosts, the same for many of
 * their pages.
 */
unsigned
sp_generate_block(const struct sp_generator *g, uint64_t host,
		  uint32_t targets[SP_BLOCK_TARGETS])
{
	struct sp_random random = sp_generate_random(g, SP_FOR_BLOCK, host);
	uint64_t first = sp_generate_host_page(g, host);
	uint64_t end = sp_generate_host_page(g, host + 1);
	unsigned wanted, count = 0, tries;

	if (sp_random_unit(&random) < 0.5 || g->hosts < 2 * SP_BLOCK_TARGETS)
		return 0;
	wanted = (unsigned)sp_power_draw(&g->block_law,
					 sp_random_unit(&random));
	if (wanted > SP_BLOCK_TARGETS)
		wanted = SP_BLOCK_TARGETS;
	/* Popular targets repeat: a shorter block rather than more tries. */
	for (tries = 4 * wanted; count < wanted && tries; tries--) {
		uint32_t target = sp_generate_popular(g, &random);

		if (target < first || target >= end)
			count = (unsigned)sp_list_insert(targets, count,
							 target);
	}
	return count;
}

uint32_t
sp_generate_popular(const struct sp_generator *g, struct sp_random *random)
{
	double x = sp_power_draw(&g->popular_law, sp_random_unit(random));
	struct sp_random rank =
		sp_generate_random(g, SP_FOR_POPULAR, (uint64_t)x);
	uint64_t bits = sp_random_next(&rank);

	/*
	 * The rank picks its page by its own random numbers, so that popular
	 * pages lie all over the graph and every thread finds the same.  Three
	 * of four are index pages, half of these home pages.
	 */
	if ((bits & 3) == 0)
		return (uint32_t)sp_random_below(&rank, g->options.pages);
	if (bits & 4)
		return (uint32_t)sp_generate_host_page(
			g, sp_random_below(&rank, g->hosts));
	return g->directory_start[sp_random_below(&rank, g->directories)];
}

double
sp_generate_weight(const struct sp_generator *g, uint64_t host,
		   uint64_t directory)
{
	struct sp_random random =
		sp_generate_random(g, SP_FOR_DIRECTORY_DEGREE, directory);
	double usual = sp_generate_power(
		2, -g->options.degree_spread * sp_random_unit(&random));
	double tail = sp_power_draw(&g->degree_law, sp_random_unit(&random));

	return usual * tail *
	       (0.6 + sp_generate_unit(g, SP_FOR_HOST_DEGREE, host));
}

uint64_t
sp_generate_fan(const struct sp_generator *g, enum sp_generate_purpose purpose,
		uint64_t number)
{
	return (uint64_t)sp_power_draw(&g->fan_law,
				       sp_generate_unit(g, purpose, number));
}

/*
 * Rounded, not cut, so that the mean of many directories is that of the scale.
 */
uint64_t
sp_generate_degree(const struct sp_generator *g, double scale, double weight,
		   uint64_t size)
{
	/*
	 * A quarter of the host stays free for pages that have more than the
	 * mean (template_list()).
	 */
	uint64_t few = size - size / 4;
	uint64_t most = (uint64_t)((double)size * g->room);

	double degree = scale * weight + 0.5;

	if (most < 3)
		most = 3;
	if (most > few)
		most = few;
	if (most > DEGREE_MAX)
		most = DEGREE_MAX;
	return degree < (double)most ? (uint64_t)degree : most;
}
