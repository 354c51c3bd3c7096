/* SPDX-License-Identifier: MIT */
/*
 * Methods that need no more than a pass or two.  All of them pick the same
 * pages on every machine and with every number of threads: ties go to the
 * smaller page (or host), and random numbers come from base/random.h in an
 * order that does not depend on what is skipped.
 */
#include "seed/pick.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "base/random.h"
#include "graph/visit.h"
#include "seed/pagemap.h"
#include "seed/top.h"

#include <math.h>
#include <stdlib.h>

static enum sp_status
add_seed(struct sp_seeds *seeds, uint32_t page, struct sp_error *err)
{
	struct sp_seed seed = { .page = page, .core = SP_NO_CORE };

	return sp_seeds_add(seeds, seed, err);
}

enum sp_status
sp_pick_cores(const struct sp_cores *cores, struct sp_seeds *seeds,
	      struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; i < cores->count && !status; i++) {
		struct sp_seed seed = { .page = cores->cores[i].seed,
					.core = (uint32_t)i };

		status = sp_seeds_add(seeds, seed, err);
	}
	return status;
}

/* ---- at random -------------------------------------------------------- */

/*
 * The page at a place of the shuffled list.  Only pages that were moved are
 * in the map: every other place holds the page of the same number.
 */
static uint32_t
page_at_place(const struct sp_page_map *moved, uint64_t place)
{
	uint32_t page = (uint32_t)place;

	(void)sp_page_map_get(moved, (uint32_t)place, &page);
	return page;
}

/*
 * A page that is skipped has been drawn like the others, so which pages are
 * drawn, and in which order, does not depend on what is allowed.
 */
enum sp_status
sp_pick_random(uint64_t pages, const uint64_t *allowed, uint64_t count,
	       uint64_t random_seed, struct sp_spread *spread,
	       struct sp_seeds *seeds, struct sp_error *err)
{
	struct sp_random random = { random_seed };
	struct sp_page_map moved = SP_PAGE_MAP_EMPTY;
	enum sp_status status = SP_OK;
	uint64_t end = seeds->count + count;

	for (uint64_t i = 0; seeds->count < end && i < pages && !status; i++) {
		uint64_t drawn = i + sp_random_below(&random, pages - i);
		uint32_t page = page_at_place(&moved, drawn);

		/* Place i is never read again, so only the other is set. */
		if (drawn != i && !sp_page_map_set(&moved, (uint32_t)drawn,
						   page_at_place(&moved, i)))
			status = sp_no_memory(err, "random pages");
		else if ((!allowed || sp_bit_test(allowed, page)) &&
			 sp_spread_take(spread, page))
			status = add_seed(seeds, page, err);
	}
	sp_page_map_free(&moved);
	return status;
}

/* Without an atomic: one thread reads. */
static void
mark_linking(void *context, uint32_t page, const uint32_t *successors,
	     uint32_t count)
{
	(void)successors;
	if (count)
		sp_bit_set(context, page);
}

/* The caller frees *linking also after a failure. */
enum sp_status
sp_find_linking(const struct sp_graph *graph, uint64_t **linking,
		uint64_t *count, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	enum sp_status status;

	*linking = sp_bitset_new(pages);
	if (!*linking)
		return sp_no_memory(err, "the pages with links");
	status = sp_visit_lists(graph, 1, NULL, mark_linking, *linking, err);
	*count = sp_bitset_count(*linking, pages);
	return status;
}

/* ---- the largest ------------------------------------------------------ */

#define NO_PAGE UINT32_MAX

/* What pages are compared by: a score or, where that is NULL, a number. */
struct page_keys {
	const double *scores;
	const uint32_t *numbers;
	uint64_t pages;
};

static double
key_of_page(const struct page_keys *keys, uint64_t page)
{
	return keys->scores ? keys->scores[page] : (double)keys->numbers[page];
}

/* Appends the pages of top as seeds, in order. */
static enum sp_status
add_top(struct sp_top *top, struct sp_seeds *seeds, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	sp_top_sort(top);
	for (uint64_t i = 0; i < top->count && !status; i++) {
		struct sp_seed seed = { .page = top->items[i].id,
					.core = SP_NO_CORE,
					.score = top->items[i].key };

		status = sp_seeds_add(seeds, seed, err);
	}
	return status;
}

static enum sp_status
offer_to_top(struct sp_top *top, double key, uint64_t id, struct sp_error *err)
{
	struct sp_top_item item = { key, (uint32_t)id };

	return sp_top_offer(top, item) ? SP_OK :
					 sp_no_memory(err, "the best pages");
}

/*
 * The best page of each unit; of equal ones the first, as pages ascend.  Only a
 * larger key replaces the page, so the smallest of equal ones stays.
 */
static enum sp_status
find_best_of_units(const struct page_keys *keys, const struct sp_units *units,
		   uint32_t **best, struct sp_error *err)
{
	*best = sp_alloc_large(units->count, sizeof(**best));
	if (!*best)
		return sp_no_memory(err, "the best page of each host");
	for (uint64_t unit = 0; unit < units->count; unit++)
		(*best)[unit] = NO_PAGE;
	for (uint64_t page = 0; page < keys->pages; page++) {
		uint32_t *of_unit = &(*best)[units->unit_of[page]];

		if (*of_unit == NO_PAGE ||
		    key_of_page(keys, page) > key_of_page(keys, *of_unit))
			*of_unit = (uint32_t)page;
	}
	return SP_OK;
}

/*
 * With spread, the candidates are the best pages of the units; a unit may have
 * no page.
 */
static enum sp_status
pick_top_by(const struct page_keys *keys, uint64_t count,
	    struct sp_spread *spread, struct sp_seeds *seeds,
	    struct sp_error *err)
{
	struct sp_top top = SP_TOP_EMPTY(count);
	uint64_t candidates = spread ? spread->units->count : keys->pages;
	enum sp_status status = SP_OK;
	uint32_t *best = NULL;

	if (!count)
		return SP_OK;
	if (spread)
		status = find_best_of_units(keys, spread->units, &best, err);
	for (uint64_t i = 0; i < candidates && !status; i++) {
		uint64_t page = best ? best[i] : i;

		if (!best || page != NO_PAGE)
			status = offer_to_top(&top, key_of_page(keys, page),
					      page, err);
	}
	if (!status)
		status = add_top(&top, seeds, err);
	sp_top_free(&top);
	free(best);
	return status;
}

enum sp_status
sp_pick_top_spread(const double *scores, uint64_t pages, uint64_t count,
		   struct sp_spread *spread, struct sp_seeds *seeds,
		   struct sp_error *err)
{
	struct page_keys keys = { scores, NULL, pages };

	/* A NaN is neither better nor worse: the heap would break. */
	for (uint64_t page = 0; count && page < pages; page++)
		if (isnan(scores[page]))
			return sp_fail(err, SP_DATA, "page %" PRIu64 ": its "
				       "score is not a number", page);
	return pick_top_by(&keys, count, spread, seeds, err);
}

enum sp_status
sp_pick_top(const double *scores, uint64_t pages, uint64_t count,
	    struct sp_seeds *seeds, struct sp_error *err)
{
	return sp_pick_top_spread(scores, pages, count, NULL, seeds, err);
}

/* Degrees are below 2^53, so they are exact as keys. */
enum sp_status
sp_pick_top_degree(const struct sp_graph *graph, bool inward, int threads,
		   uint64_t count, struct sp_spread *spread,
		   struct sp_seeds *seeds, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct page_keys keys = { NULL, NULL, pages };
	uint32_t *degree;
	enum sp_status status;

	if (!count)
		return SP_OK;
	degree = sp_alloc_large_zero(pages, sizeof(*degree));
	if (!degree)
		return sp_no_memory(err, inward ? "in-degrees" : "out-degrees");
	keys.numbers = degree;
	status = inward ? sp_count_inlinks(graph, threads, degree, err) :
			  sp_count_outlinks(graph, threads, degree, err);
	if (!status)
		status = pick_top_by(&keys, count, spread, seeds, err);
	free(degree);
	return status;
}

/* ---- by host ---------------------------------------------------------- */

/* Counts the pages of each host and finds its smallest page. */
static enum sp_status
measure_hosts(const struct sp_hosts *hosts, uint32_t *sizes,
	      uint32_t *first_page, struct sp_error *err)
{
	for (uint64_t page = 0; page < hosts->pages; page++) {
		uint32_t host = hosts->host_of[page];

		if (host >= hosts->names.count)
			return sp_fail(err, SP_DATA,
				       "page %" PRIu64 ": no such host", page);
		/* Pages ascend, so the first of a host is its smallest. */
		if (!sizes[host]++)
			first_page[host] = (uint32_t)page;
	}
	return SP_OK;
}

/* Offers each host with pages and a name, by its size. */
static enum sp_status
offer_hosts(const struct sp_hosts *hosts, const uint32_t *sizes,
	    struct sp_top *top, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t host = 0; host < hosts->names.count && !status; host++) {
		size_t length;

		/*
		 * A host without pages has no page to start from, and pages
		 * without a host ("mailto:x") are no place to start.
		 */
		sp_names_get(&hosts->names, host, &length);
		if (sizes[host] && length)
			status = offer_to_top(top, (double)sizes[host], host,
					      err);
	}
	return status;
}

/*
 * With spread all hosts are kept, because any of the next ones may be needed.
 */
enum sp_status
sp_pick_hosts(const struct sp_hosts *hosts, uint64_t count,
	      struct sp_spread *spread, struct sp_seeds *seeds,
	      struct sp_error *err)
{
	uint64_t host_count = hosts->names.count, picked = 0;
	/* With spread, any number of the largest may be of one domain. */
	struct sp_top top = SP_TOP_EMPTY(spread ? host_count : count);
	uint32_t *sizes, *first_page;
	enum sp_status status;

	if (!count)
		return SP_OK;
	sizes = sp_alloc_zero(host_count, sizeof(*sizes));
	first_page = sp_alloc(host_count, sizeof(*first_page));
	status = sizes && first_page ?
			 measure_hosts(hosts, sizes, first_page, err) :
			 sp_no_memory(err, "hosts");
	if (!status && host_count)
		status = offer_hosts(hosts, sizes, &top, err);
	sp_top_sort(&top);
	for (uint64_t i = 0; i < top.count && picked < count && !status; i++) {
		uint32_t page = first_page[top.items[i].id];

		if (!sp_spread_take(spread, page))
			continue;
		status = add_seed(seeds, page, err);
		picked++;
	}
	sp_top_free(&top);
	free(sizes);
	free(first_page);
	return status;
}

/* ---- by number -------------------------------------------------------- */

/* The map is used as a set; memory depends on the list and not on the graph. */
enum sp_status
sp_pick_list(const uint64_t *list, uint64_t count, uint64_t pages,
	     struct sp_seeds *seeds, struct sp_error *err)
{
	struct sp_page_map seen = SP_PAGE_MAP_EMPTY;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; i < count && !status; i++) {
		uint32_t page, place;

		if (list[i] >= pages) {
			status = sp_fail(err, SP_DATA, "seed %" PRIu64 ": no "
					 "page %" PRIu64 " in a graph of "
					 "%" PRIu64 " pages", i + 1, list[i],
					 pages);
			break;
		}
		page = (uint32_t)list[i];
		/* A page that is listed twice is one seed. */
		if (sp_page_map_get(&seen, page, &place))
			continue;
		if (!sp_page_map_set(&seen, page, 0))
			status = sp_no_memory(err, "seeds");
		else
			status = add_seed(seeds, page, err);
	}
	sp_page_map_free(&seen);
	return status;
}
