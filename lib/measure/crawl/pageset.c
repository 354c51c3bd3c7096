/* SPDX-License-Identifier: MIT */
/*
 * Sets of pages are bitsets, because the questions about a crawl (what is hot
 * and downloaded, seen but not downloaded, within reach) are intersections, and
 * a set of 100 million pages takes 12 MB.
 *
 * Each function adds to a set, so that those of several orders or steps join
 * without a copy.  The links of a set that is known beforehand are read in one
 * pass over the graph, in its order; what is within reach is not known
 * beforehand, so it takes an index and a queue, 4 bytes a page, and each page
 * that is reached is read once.
 */
#include "measure/crawl/pageset.h"

#include "base/memory.h"

#include <stdlib.h>

/*
 * The loader compared the pages with the graph of the order, which need not be
 * that of the set: a bit beyond its end would be a write out of bounds.
 */
enum sp_status
sp_pageset_downloads(uint64_t *set, uint64_t pages,
		     const struct sp_order *order, uint64_t count,
		     struct sp_error *err)
{
	if (count > order->count)
		count = order->count;
	for (uint64_t i = 0; i < count; i++) {
		uint32_t page = order->pages[i];

		if (page >= pages)
			return sp_fail(err, SP_DATA, "order \"%s\": download "
				       "%" PRIu64 " is page %lu of %" PRIu64,
				       order->name, i + 1, (unsigned long)page,
				       pages);
		if (sp_bit_test_and_set(set, page))
			return sp_fail(err, SP_DATA, "order \"%s\": page %lu "
				       "is downloaded twice", order->name,
				       (unsigned long)page);
	}
	return SP_OK;
}

enum sp_status
sp_pageset_seeds(uint64_t *set, uint64_t pages, const struct sp_order *order,
		 struct sp_error *err)
{
	bool recorded = order->seed_count;
	const uint32_t *from = recorded ? order->seeds : order->pages;
	uint64_t count = recorded ? order->seed_count : order->count;

	for (uint64_t i = 0; i < count; i++) {
		/* The pages of depth 1 are the seeds that were downloaded. */
		if (!recorded && (!order->depths || order->depths[i] != 1))
			continue;
		if (from[i] >= pages)
			return sp_fail(err, SP_DATA, "order \"%s\": seed page "
				       "%lu of %" PRIu64, order->name,
				       (unsigned long)from[i], pages);
		sp_bit_set(set, from[i]);
	}
	return SP_OK;
}

enum sp_status
sp_pageset_successors(uint64_t *set, const struct sp_graph *graph,
		      const uint64_t *done, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	enum sp_status status;
	uint32_t page, count;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		if (!sp_bit_test(done, page))
			continue;
		for (uint32_t i = 0; i < count; i++)
			sp_bit_set(set, successors[i]);
	}
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

struct level_search {
	uint64_t *set, pages;
	struct sp_accessor *accessor;
	uint32_t *queue;
	sp_level_visitor *visit; /* or NULL */
	void *context;
};

/* Follows the links of a page; tail is where the queue ends. */
static enum sp_status
level_expand(const struct level_search *search, uint32_t page, uint64_t *tail,
	     struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t count;

	if (sp_accessor_page(search->accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++)
		if (!sp_bit_test_and_set(search->set, successors[i]))
			search->queue[(*tail)++] = successors[i];
	return SP_OK;
}

/*
 * Follows links breadth first.  A page enters the queue when it enters the
 * set, so room for all pages is enough.
 */
static enum sp_status
search_levels(const struct level_search *search, struct sp_error *err)
{
	uint64_t head = 0, tail = 0;
	enum sp_status status = SP_OK;

	for (uint64_t p = 0; p < search->pages; p++)
		if (sp_bit_test(search->set, p))
			search->queue[tail++] = (uint32_t)p;
	while (!status && head < tail) {
		uint64_t end = tail;

		if (search->visit)
			status = search->visit(search->context,
					       search->queue + head,
					       end - head, err);
		for (; !status && head < end; head++)
			status = level_expand(search, search->queue[head],
					      &tail, err);
	}
	return status;
}

enum sp_status
sp_pageset_levels(uint64_t *set, const struct sp_graph *graph, int threads,
		  sp_level_visitor *visit, void *context, struct sp_error *err)
{
	struct level_search search = { set, sp_graph_pages(graph), NULL, NULL,
				       visit, context };
	struct sp_index *index = NULL;
	enum sp_status status = sp_index_new(graph, threads, &index, err);

	if (status)
		return status;
	search.queue = sp_alloc_large(search.pages, sizeof(*search.queue));
	search.accessor = sp_accessor_new(index);
	if (!search.queue || !search.accessor)
		status = sp_no_memory(err, "a queue of pages");
	else
		status = search_levels(&search, err);
	sp_accessor_free(search.accessor);
	sp_index_free(index);
	free(search.queue);
	return status;
}

enum sp_status
sp_pageset_reach(uint64_t *set, const struct sp_graph *graph, int threads,
		 struct sp_error *err)
{
	return sp_pageset_levels(set, graph, threads, NULL, NULL, err);
}
