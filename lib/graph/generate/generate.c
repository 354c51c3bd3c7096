/* SPDX-License-Identifier: MIT */
/*
 * The tables and their calibration.  Hosts and directories are drawn first.
 * Everything after that works on expected numbers of links, computed from the
 * tables without making a row: the scale of out-degrees is fitted to the links
 * inside hosts; of the links between hosts, communities take their share, then
 * blocks, and single pages have what is left.
 *
 * Nothing here makes a row.  What is stored is where each host and each
 * directory begins, and the hubs of communities: 4 bytes each and 8 for a hub.
 * Time is linear in the number of directories, times the steps of the search
 * for the scale.
 */
#include "graph/generate/farm.h"
#include "graph/generate/tables.h"

#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>

#define DIRECTORY_PAGES_MIN 8
#define DIRECTORY_PAGES_MAX 4096

/* Ranks before the first, which bound the share of the most popular page. */
#define POPULAR_OFFSET 16

/* Shares of the links between hosts; single pages have the rest. */
#define COMMUNITY_SHARE 0.4 /* at most */
#define BLOCK_SHARE 0.45

/* One sentence for all options, as graphgen checks its own before. */
static enum sp_status
check_range(const char *what, double value, double low, double high,
	    struct sp_error *err)
{
	/* Written so that NaN fails. */
	if (value >= low && value <= high)
		return SP_OK;
	return sp_fail(err, SP_USAGE, "%s must be between %g and %g", what,
		       low, high);
}

/* The options that shape the links inside hosts. */
static enum sp_status
check_structure_options(const struct sp_generate_options *o,
			struct sp_error *err)
{
	enum sp_status status = check_range(
		"the exponent of popularity inside hosts", o->local_exponent,
		0, 3, err);

	if (!status)
		status = check_range("the spread of out-degrees",
				     o->degree_spread, 0, 10, err);
	if (!status)
		status = check_range("the share of links in pairs",
				     o->reciprocal, 0,
				     SP_GENERATE_OWN, err);
	if (!status && (o->fan_out < 1 || o->fan_out > SP_FAN_MAX))
		return sp_fail(err, SP_USAGE,
			       "the pages that a page lists must be between "
			       "1 and %d", SP_FAN_MAX);
	return status;
}

static enum sp_status
check_generate_options(const struct sp_generate_options *o,
		       struct sp_error *err)
{
	enum sp_status status;

	if (!o->pages || o->pages > SP_PAGES_MAX)
		return sp_fail(err, SP_USAGE, "the number of pages must be "
			       "between 1 and %" PRIu64, SP_PAGES_MAX);
	if (o->threads < 1)
		return sp_fail(err, SP_USAGE,
			       "the number of threads must be at least 1");
	status = check_range("the links per page", o->links_per_page, 0, 1000,
			     err);
	if (!status)
		status = check_range("the share of links between hosts",
				     o->between_hosts, 0, 0.5, err);
	if (!status)
		status = check_range("the share of pages without links",
				     o->dangling, 0, 0.9, err);
	if (!status)
		status = check_range("the exponent of host sizes",
				     o->host_exponent, 1.1, 4, err);
	if (!status)
		status = check_range("the exponent of popularity",
				     o->popularity_exponent, 0, 3, err);
	if (!status)
		status = check_structure_options(o, err);
	return status ? status : sp_farm_check(o, err);
}

/* ---- hosts and directories -------------------------------------------- */

static enum sp_status
add_directory(struct sp_generator *g, uint64_t page, struct sp_error *err)
{
	if (!sp_grow(&g->directory_start, &g->directory_capacity,
		     g->directories + 2))
		return sp_no_memory(err, "directories");
	/* The end of the graph always follows the last start. */
	g->directory_start[g->directories++] = (uint32_t)page;
	g->directory_start[g->directories] = (uint32_t)g->options.pages;
	return SP_OK;
}

/*
 * One host with size pages from page first on.
 *
 * Two places more than are used: the end that follows the last start is read as
 * the start of the next.
 */
static enum sp_status
add_generated_host(struct sp_generator *g, uint64_t first, uint64_t size,
		   const struct sp_power_law *law, struct sp_random *random,
		   struct sp_error *err)
{
	uint64_t end = first + size, pages;
	enum sp_status status;

	if (!sp_grow(&g->host_start, &g->host_capacity, g->hosts + 2))
		return sp_no_memory(err, "hosts");
	g->host_start[g->hosts++] = (uint32_t)g->directories;
	for (; first < end; first += pages) {
		status = add_directory(g, first, err);
		if (status)
			return status;
		pages = (uint64_t)sp_power_draw(law, sp_random_unit(random));
		/* No last directory of a few pages. */
		if (pages + DIRECTORY_PAGES_MIN > end - first)
			pages = end - first;
	}
	g->host_start[g->hosts] = (uint32_t)g->directories;
	return SP_OK;
}

/*
 * More than a tenth in small graphs, whose hosts would otherwise have no room
 * for the links.
 */
uint64_t
sp_generate_largest_host(uint64_t pages)
{
	uint64_t most = pages / 10;

	if (most < 200)
		most = pages / 5 < 200 ? pages / 5 : 200;
	return most > SP_HOST_PAGES_MIN ? most : SP_HOST_PAGES_MIN;
}

static enum sp_status
make_hosts(struct sp_generator *g, struct sp_error *err)
{
	uint64_t pages = g->options.pages, first = 0, size;
	uint64_t most = sp_generate_largest_host(pages);
	struct sp_power_law host_law = sp_power_law(
		SP_HOST_PAGES_MIN, (double)most + 1, g->options.host_exponent);
	struct sp_power_law directory_law = sp_power_law(
		DIRECTORY_PAGES_MIN, DIRECTORY_PAGES_MAX + 1, 2);
	/*
	 * The one sequence over the whole graph: a host can only begin where
	 * the one before it ends.
	 */
	struct sp_random random = sp_generate_random(g, SP_FOR_HOSTS, 0);
	enum sp_status status = SP_OK;

	for (; first < pages && !status; first += size) {
		size = (uint64_t)sp_power_draw(&host_law,
					       sp_random_unit(&random));
		if (size > most)
			size = most;
		if (size > pages - first)
			size = pages - first;
		status = add_generated_host(g, first, size, &directory_law,
					    &random, err);
	}
	return status;
}

/* ---- communities ------------------------------------------------------ */

/*
 * Moves hubs on the same page apart, where the host has pages left; else two
 * communities share the hub.  Hubs are sorted by page and stay so: each moves
 * to at most one page after the hub before it.  That hub may itself have moved
 * past this one, hence the test for an order and not for equality.
 */
static void
spread_hubs(struct sp_generator *g)
{
	struct sp_generate_place place = SP_GENERATE_PLACE;
	uint64_t i;

	for (i = 1; i < g->hub_count; i++) {
		uint32_t before = g->hubs[i - 1].page;
		uint64_t host;

		if (g->hubs[i].page > before)
			continue;
		host = sp_generator_find(g, before, &place);
		g->hubs[i].page = before;
		if (before + 1 < sp_generate_host_page(g, host + 1))
			g->hubs[i].page++;
	}
}

/*
 * Makes communities as long as they fit into *links, and sets *links to what
 * they take.  It stops at the first that does not fit, rather than trying
 * smaller ones: numbers 0 .. communities - 1 are then all there is to remember.
 *
 * A community is a complete bipartite graph of hubs and authorities: its links
 * are the product of both.
 */
static enum sp_status
make_communities(struct sp_generator *g, double *links, struct sp_error *err)
{
	uint64_t most = g->options.pages / 2000, s;
	double limit = *links;

	*links = 0;
	for (; g->communities < most; g->communities++) {
		struct sp_generate_sizes sizes =
			sp_generate_community_sizes(g, g->communities);
		double more = (double)(sizes.hubs * sizes.authorities);

		if (sizes.hubs < 2 || sizes.authorities < 2 ||
		    *links + more > limit)
			break;
		*links += more;
		if (!sp_grow(&g->hubs, &g->hub_capacity,
			     g->hub_count + sizes.hubs))
			return sp_no_memory(err, "communities");
		for (s = 0; s < sizes.hubs + sizes.authorities; s++) {
			struct sp_generate_hub *hub = g->hubs + g->hub_count;
			uint32_t page;

			if (!sp_generate_member(g, g->communities, &sizes, s,
						&page))
				continue;
			hub->page = page;
			hub->community = (uint32_t)g->communities;
			g->hub_count++;
		}
	}
	if (g->hub_count)
		qsort(g->hubs, g->hub_count, sizeof(*g->hubs),
		      sp_compare_u32_pair);
	spread_hubs(g);
	return SP_OK;
}

/* ---- calibration ------------------------------------------------------ */

/* Pages of a directory that list others. */
static uint64_t
listing_pages(const struct sp_generator *g, uint64_t directory)
{
	return sp_generate_listing(g->directory_start[directory + 1] -
				   g->directory_start[directory],
				   sp_generate_fan(g, SP_FOR_FAN, directory));
}

/* Pages of a directory expected to have links. */
static double
linking_pages(const struct sp_generator *g, uint64_t directory)
{
	uint64_t pages = g->directory_start[directory + 1] -
			 g->directory_start[directory];
	uint64_t listing = listing_pages(g, directory);

	return (double)listing +
	       (double)(pages - listing) * (1 - g->dangling);
}

/*
 * Links inside hosts that are expected under a scale, of the lists and of
 * linking[d] pages of each directory.  Grows with the scale, as each degree
 * does.  Pages vary about the degree of their
 * directory evenly on both sides, so that it is their mean.
 */
static double
links_inside(const struct sp_generator *g, const double *weights,
	     const double *linking, double scale)
{
	/* All pages are in a list but the home pages. */
	double links = g->listed * (double)(g->options.pages - g->hosts);
	uint64_t host, d;

	for (host = 0; host < g->hosts; host++) {
		uint64_t first = g->host_start[host];
		uint64_t end = g->host_start[host + 1];
		uint64_t size = sp_generate_host_page(g, host + 1) -
				sp_generate_host_page(g, host);

		for (d = first; d < end; d++) {
			uint64_t degree =
				sp_generate_degree(g, scale, weights[d],
						   size);

			links += linking[d] * (double)degree;
		}
	}
	return links;
}

/*
 * Finds the scale of out-degrees at which *links links inside hosts are
 * expected.  If the hosts have no room for them, sets *links to what fits.
 *
 * links_inside() grows with the scale, so halving the interval finds it. high
 * is the end at which there are enough links.
 */
static enum sp_status
fit_degrees(struct sp_generator *g, double *links, struct sp_error *err)
{
	double *weights = sp_alloc(2 * g->directories, sizeof(*weights));
	double *linking, low = 0, high = 16;
	uint64_t host, d;
	int i;

	if (!weights)
		return sp_no_memory(err, "weights of directories");
	linking = weights + g->directories;
	for (host = 0; host < g->hosts; host++)
		for (d = g->host_start[host]; d < g->host_start[host + 1];
		     d++) {
			weights[d] = sp_generate_weight(g, host, d);
			linking[d] = linking_pages(g, d);
		}
	/*
	 * A page links to a fifth of its host, for else all its pages would be
	 * linked from all; to more if small hosts have no room for the links.
	 * Past 2^20 every host is full, however small the weights.
	 */
	for (g->room = 0.2; g->room < 0.7; g->room += 0.1)
		if (links_inside(g, weights, linking, 0x1p12) >= *links)
			break;
	while (high < 0x1p20 &&
	       links_inside(g, weights, linking, high) < *links)
		high *= 2;
	/*
	 * The degrees are rounded to whole links, so that more steps than these
	 * would change next to nothing.
	 */
	for (i = 0; i < 24; i++) {
		double middle = (low + high) / 2;

		if (links_inside(g, weights, linking, middle) < *links)
			low = middle;
		else
			high = middle;
	}
	g->degree_scale = high;
	high = links_inside(g, weights, linking, high);
	if (*links > high)
		*links = high;
	free(weights);
	return SP_OK;
}

/*
 * Shares what is left of links between hosts among blocks and the links of
 * single pages: first how many directories carry their host's block, then how
 * many links the other pages have.
 *
 * In two rounds, because which directories carry a block depends on a share
 * that needs the number of all possible ones.
 */
static void
fit_externals(struct sp_generator *g, double links, double in_communities)
{
	double possible = 0, in_blocks = 0, pages = 0;
	uint32_t targets[SP_BLOCK_TARGETS];
	uint64_t host, d;
	int round;

	for (round = 0; round < 2; round++) {
		for (host = 0; host < g->hosts; host++) {
			unsigned count = sp_generate_block(g, host, targets);

			d = g->host_start[host];
			for (; d < g->host_start[host + 1]; d++) {
				double linking = linking_pages(g, d);

				if (!round)
					possible += linking * count;
				else if (count && sp_generate_covered(g, d))
					in_blocks += linking * count;
				else
					pages += linking;
			}
		}
		/* Known from now on: round 1 asks sp_generate_covered(). */
		if (!round && possible > 0)
			g->cover = BLOCK_SHARE * links / possible;
	}
	/* Hubs link to their community instead. */
	pages -= (double)g->hub_count;
	if (g->hosts > 1 && pages > 0 && links > in_communities + in_blocks)
		g->external_mean =
			(links - in_communities - in_blocks) / pages;
}

/*
 * Links inside hosts come first, as they may not all find room; the links
 * between hosts are then counted from those that did.
 */
static enum sp_status
calibrate_degrees(struct sp_generator *g, struct sp_error *err)
{
	double pages = (double)g->options.pages;
	double links = pages * g->options.links_per_page;
	double share = g->options.between_hosts, between, in_communities;
	double lists = pages - (double)g->hosts, others = pages;
	enum sp_status status;

	/*
	 * Pages that list others always have links, so that the share must be
	 * larger among the others.
	 */
	for (uint64_t d = 0; d < g->directories; d++)
		others -= (double)listing_pages(g, d);
	if (others > 0)
		g->dangling = g->options.dangling * pages / others;
	if (g->dangling > 1)
		g->dangling = 1;
	links *= 1 - share;
	/* Lists take half of the links, if these are so few. */
	g->listed = links < 2 * lists ? links / (2 * lists) : 1;
	status = fit_degrees(g, &links, err);
	if (status)
		return status;
	/* From the links that found room, to keep the share asked for. */
	between = links * share / (1 - share);
	in_communities = between * COMMUNITY_SHARE;
	status = make_communities(g, &in_communities, err);
	if (!status)
		fit_externals(g, between, in_communities);
	return status;
}

static void
make_laws(struct sp_generator *g)
{
	/* Draws are rounded down: hence one more than the largest. */
	double ranks = (double)g->options.pages / 4 + 1;

	g->degree_law = sp_power_law(1, 400, 2.2);
	g->hub_law = sp_power_law(5, SP_GENERATE_HUBS_MAX + 1, 2);
	g->authority_law = sp_power_law(2, SP_GENERATE_AUTHORITIES_MAX + 1, 2);
	g->block_law = sp_power_law(2, SP_BLOCK_TARGETS + 1, 2);
	g->popular_law = sp_power_law(POPULAR_OFFSET, POPULAR_OFFSET + ranks,
				      g->options.popularity_exponent);
	g->fan_law = sp_power_law((double)g->options.fan_out, SP_FAN_MAX + 1,
				  1.5);
}

enum sp_status
sp_generator_new(const struct sp_generate_options *options,
		 struct sp_generator **generator, struct sp_error *err)
{
	enum sp_status status = check_generate_options(options, err);
	struct sp_generator *g;
	uint64_t i;

	*generator = NULL;
	if (status)
		return status;
	g = sp_alloc_zero(1, sizeof(*g));
	if (!g)
		return sp_no_memory(err, "a generator");
	g->options = *options;
	for (i = 0; i < SP_PURPOSES; i++)
		/*
		 * Mixed twice, so that the purposes of one seed are not those
		 * of the next seed shifted by one.
		 */
		g->keys[i] = sp_mix64(sp_mix64(options->seed) + i);
	make_laws(g);
	status = make_hosts(g, err);
	if (!status)
		status = calibrate_degrees(g, err);
	if (status) {
		sp_generator_free(g);
		return status;
	}
	*generator = g;
	return SP_OK;
}

void
sp_generator_free(struct sp_generator *generator)
{
	if (!generator)
		return;
	free(generator->host_start);
	free(generator->directory_start);
	free(generator->hubs);
	free(generator);
}

/* ---- looking up ------------------------------------------------------- */

uint64_t
sp_generator_hosts(const struct sp_generator *generator)
{
	return generator->hosts + sp_farm_hosts(generator);
}

uint64_t
sp_generator_pages(const struct sp_generator *generator)
{
	return generator->options.pages + generator->options.farm;
}

uint64_t
sp_generator_host_pages(const struct sp_generator *generator, uint64_t host,
			uint64_t *first)
{
	if (host >= generator->hosts)
		return sp_farm_host_pages(generator, host - generator->hosts,
					  first);
	*first = sp_generate_host_page(generator, host);
	return sp_generate_host_page(generator, host + 1) - *first;
}

/* The last of these places, from 0 on, whose start is at most value. */
static uint64_t
last_start(const uint32_t *starts, uint64_t count, uint64_t value)
{
	return sp_first_not_below(starts, sizeof(*starts), count, value + 1) -
	       1;
}

/*
 * Pages are mostly asked for in order: the directory of the last page, and the
 * one after it, are tried before the search.
 */
uint64_t
sp_generator_find(const struct sp_generator *generator, uint64_t page,
		  struct sp_generate_place *place)
{
	const struct sp_generator *g = generator;
	uint64_t d = place->directory;

	if (page >= g->options.pages)
		return g->hosts + sp_farm_host_of(g, page);
	if (page >= g->directory_start[d] && page < g->directory_start[d + 1])
		return place->host;
	if (d + 1 < g->directories && page >= g->directory_start[d + 1] &&
	    page < g->directory_start[d + 2])
		d++;
	else
		d = last_start(g->directory_start, g->directories, page);
	place->directory = d;
	/*
	 * Every host has a directory: after the last one of a host, the next
	 * host begins.
	 */
	if (d == g->host_start[place->host + 1])
		place->host++;
	else if (d < g->host_start[place->host] ||
		 d > g->host_start[place->host + 1])
		place->host = last_start(g->host_start, g->hosts, d);
	return place->host;
}
