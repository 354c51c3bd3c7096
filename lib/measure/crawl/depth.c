/* SPDX-License-Identifier: MIT */
#include "measure/crawl/depth.h"

#include "base/memory.h"
#include "measure/crawl/pageset.h"

#include <math.h>
#include <stdlib.h>

/*
 * Finds the largest depth.  The pages above a page differ, so no depth is above
 * the number of pages of the graph: a larger one is damage, and would make the
 * table as large as it says.  It can be above the number of downloads, for in
 * an order that knows all pages before the first download (shuffle) the pages
 * above may come later, or not at all.
 */
static enum sp_status
find_deepest(const struct sp_order *order, uint64_t pages, uint64_t *depth,
	     struct sp_error *err)
{
	*depth = 0;
	if (order->count && !order->depths)
		return sp_fail(err, SP_DATA, "order \"%s\" has no depths",
			       order->name);
	for (uint64_t i = 0; i < order->count; i++) {
		uint32_t here = order->depths[i];

		if (!here || here > pages)
			return sp_fail(err, SP_DATA, "order \"%s\": depth %lu "
				       "of download %" PRIu64 " is impossible",
				       order->name, (unsigned long)here, i + 1);
		if (here > *depth)
			*depth = here;
	}
	return SP_OK;
}

/* Means, from the rows' counts and sums. */
static void
finish_depths(struct sp_depth *rows, uint64_t count)
{
	uint64_t pages = 0;
	double sum = 0;

	for (uint64_t d = 0; d < count; d++) {
		struct sp_depth *row = &rows[d];

		pages += row->pages;
		sum += row->mean;
		if (row->pages) {
			row->log10_pages = log10((double)row->pages);
			row->mean /= (double)row->pages;
		}
		if (pages)
			row->cumulative_mean = sum / (double)pages;
	}
}

enum sp_status
sp_depths_recorded(const struct sp_order *order, uint64_t pages,
		   const double *score, struct sp_depth **depths,
		   uint64_t *count, struct sp_error *err)
{
	enum sp_status status = find_deepest(order, pages, count, err);
	struct sp_depth *rows;

	if (status)
		return status;
	rows = sp_alloc_zero(*count, sizeof(*rows));
	if (!rows)
		return sp_no_memory(err, "the depths");
	for (uint64_t i = 0; i < order->count; i++) {
		struct sp_depth *row = &rows[order->depths[i] - 1];

		/* The sum, until all downloads are counted. */
		row->pages++;
		row->mean += score[order->pages[i]];
	}
	finish_depths(rows, *count);
	*depths = rows;
	return SP_OK;
}

/* ---- distances -------------------------------------------------------- */

struct depth_rows {
	const double *score;
	struct sp_depth *rows;
	uint64_t count, capacity;
};

static enum sp_status
add_level(void *context, const uint32_t *pages, uint64_t count,
	  struct sp_error *err)
{
	struct depth_rows *to = context;
	struct sp_depth row = { .pages = count };

	for (uint64_t i = 0; i < count; i++)
		row.mean += to->score[pages[i]];
	if (!sp_grow(&to->rows, &to->capacity, to->count + 1))
		return sp_no_memory(err, "the depths");
	to->rows[to->count++] = row;
	return SP_OK;
}

enum sp_status
sp_depths(const struct sp_graph *graph, uint64_t *seeds, int threads,
	  const double *score, struct sp_depth **depths, uint64_t *count,
	  struct sp_error *err)
{
	struct depth_rows found = { .score = score };
	enum sp_status status = sp_pageset_levels(seeds, graph, threads,
						  add_level, &found, err);

	if (status) {
		free(found.rows);
		return status;
	}
	finish_depths(found.rows, found.count);
	*depths = found.rows;
	*count = found.count;
	return SP_OK;
}
