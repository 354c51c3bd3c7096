/* SPDX-License-Identifier: MIT */
#include "seed/pick.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "base/random.h"
#include "seed/inlinks.h"
#include "seed/pagemap.h"
#include "seed/top.h"

#include <math.h>
#include <stdlib.h>

static enum sp_status
add_seed(struct sp_seeds *seeds, uint32_t page, struct sp_error *err)
{
	return sp_seeds_add(seeds, (struct sp_seed){ page, SP_NO_CORE },
			    err);
}

enum sp_status
sp_pick_cores(const struct sp_cores *cores, struct sp_seeds *seeds,
	      struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; i < cores->count && !status; i++) {
		struct sp_seed seed = { cores->cores[i].seed, (uint32_t)i };

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

enum sp_status
sp_pick_random(uint64_t pages, const uint64_t *allowed, uint64_t count,
	       uint64_t random_seed, struct sp_seeds *seeds,
	       struct sp_error *err)
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
		else if (!allowed || sp_bit_test(allowed, page))
			status = add_seed(seeds, page, err);
	}
	sp_page_map_free(&moved);
	return status;
}

enum sp_status
sp_find_linking(const struct sp_graph *graph, uint64_t **linking,
		uint64_t *count, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	enum sp_status status;
	uint32_t page, links;

	*count = 0;
	*linking = sp_bitset_new(sp_graph_pages(graph));
	if (!cursor || !*linking) {
		sp_cursor_free(cursor);
		return sp_no_memory(err, "the pages with links");
	}
	for (uint64_t block = 0; block < sp_graph_blocks(graph); block++) {
		sp_cursor_block(cursor, block);
		while (sp_cursor_next(cursor, &page, &successors, &links)) {
			if (!links)
				continue;
			sp_bit_set(*linking, page);
			++*count;
		}
	}
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

/* ---- the largest ------------------------------------------------------ */

/*
 * Appends the items of top as seeds, in order.  An id is a page, or with
 * first_page an index into that.
 */
static enum sp_status
add_top(struct sp_top *top, const uint32_t *first_page,
	struct sp_seeds *seeds, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	sp_top_sort(top);
	for (uint64_t i = 0; i < top->count && !status; i++) {
		uint32_t id = top->items[i].id;

		status = add_seed(seeds, first_page ? first_page[id] : id,
				  err);
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

enum sp_status
sp_pick_top(const double *scores, uint64_t pages, uint64_t count,
	    struct sp_seeds *seeds, struct sp_error *err)
{
	struct sp_top top = SP_TOP_EMPTY(count);
	enum sp_status status = SP_OK;

	if (!count)
		return SP_OK;
	for (uint64_t page = 0; page < pages && !status; page++) {
		/* A NaN is neither better nor worse: the heap would break. */
		if (isnan(scores[page]))
			status = sp_fail(err, SP_DATA, "page %llu: its score "
					 "is not a number",
					 (unsigned long long)page);
		else
			status = offer_to_top(&top, scores[page], page, err);
	}
	if (!status)
		status = add_top(&top, NULL, seeds, err);
	sp_top_free(&top);
	return status;
}

enum sp_status
sp_pick_top_indegree(const struct sp_graph *graph, int threads,
		     uint64_t count, struct sp_seeds *seeds,
		     struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct sp_top top = SP_TOP_EMPTY(count);
	uint32_t *in_degree;
	enum sp_status status;

	if (!count)
		return SP_OK;
	in_degree = sp_alloc_large_zero(pages, sizeof(*in_degree));
	if (!in_degree)
		return sp_no_memory(err, "in-degrees");
	status = sp_count_inlinks(graph, threads, in_degree, err);
	for (uint64_t page = 0; page < pages && !status; page++)
		status = offer_to_top(&top, (double)in_degree[page], page, err);
	if (!status)
		status = add_top(&top, NULL, seeds, err);
	sp_top_free(&top);
	free(in_degree);
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
			return sp_fail(err, SP_DATA, "page %llu: no such "
				       "host", (unsigned long long)page);
		/* Pages ascend, so the first of a host is its smallest. */
		if (!sizes[host]++)
			first_page[host] = (uint32_t)page;
	}
	return SP_OK;
}

enum sp_status
sp_pick_hosts(const struct sp_hosts *hosts, uint64_t count,
	      struct sp_seeds *seeds, struct sp_error *err)
{
	uint64_t host_count = hosts->names.count;
	struct sp_top top = SP_TOP_EMPTY(count);
	uint32_t *sizes, *first_page;
	enum sp_status status;

	if (!count)
		return SP_OK;
	sizes = sp_alloc_zero(host_count, sizeof(*sizes));
	first_page = sp_alloc(host_count, sizeof(*first_page));
	status = sizes && first_page ?
			 measure_hosts(hosts, sizes, first_page, err) :
			 sp_no_memory(err, "hosts");
	for (uint64_t host = 0; host < host_count && !status; host++) {
		size_t length;

		/*
		 * A host without pages has no page to start from, and pages
		 * without a host ("mailto:x") are no place to start.
		 */
		sp_names_get(&hosts->names, host, &length);
		if (sizes[host] && length)
			status = offer_to_top(&top, (double)sizes[host], host,
					      err);
	}
	if (!status)
		status = add_top(&top, first_page, seeds, err);
	sp_top_free(&top);
	free(sizes);
	free(first_page);
	return status;
}

/* ---- by number -------------------------------------------------------- */

enum sp_status
sp_pick_list(const uint64_t *list, uint64_t count, uint64_t pages,
	     struct sp_seeds *seeds, struct sp_error *err)
{
	struct sp_page_map seen = SP_PAGE_MAP_EMPTY;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; i < count && !status; i++) {
		uint32_t page, place;

		if (list[i] >= pages) {
			status = sp_fail(err, SP_DATA, "seed %llu: no page "
					 "%llu in a graph of %llu pages",
					 (unsigned long long)(i + 1),
					 (unsigned long long)list[i],
					 (unsigned long long)pages);
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
