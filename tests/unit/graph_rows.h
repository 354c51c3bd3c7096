/* SPDX-License-Identifier: MIT */
/*
 * graph_rows.h - graphs as plain lists, to compare the compact form with.
 */
#ifndef TESTS_GRAPH_ROWS_H
#define TESTS_GRAPH_ROWS_H

#include "stream_bytes.h"

#include "base/bytes.h"
#include "base/random.h"

/* Successors of page i end at ends[i]; done is the number of ended pages. */
struct rows {
	uint64_t pages, done, links, capacity;
	uint64_t *ends;
	uint32_t *successors;
};

static inline void
rows_begin(struct rows *rows, uint64_t pages)
{
	*rows = (struct rows){ .pages = pages, .capacity = 64 };
	rows->ends = malloc((pages + 1) * sizeof(*rows->ends));
	rows->successors = malloc(rows->capacity * sizeof(uint32_t));
	hold(rows->ends && rows->successors);
}

/* Adds a successor to the open page, greater than those before it. */
static inline void
rows_add(struct rows *rows, uint32_t target)
{
	uint64_t start = rows->done ? rows->ends[rows->done - 1] : 0;

	if (rows->links > start &&
	    rows->successors[rows->links - 1] >= target)
		return;
	if (rows->links == rows->capacity) {
		rows->capacity *= 2;
		rows->successors = realloc(rows->successors,
					   rows->capacity *
						   sizeof(uint32_t));
		hold(rows->successors);
	}
	rows->successors[rows->links++] = target;
}

/* Draws about count successors from the pages after the last one. */
static inline void
rows_draw(struct rows *rows, struct sp_random *random, uint64_t count)
{
	uint64_t gap, target;

	if (!count || !rows->pages)
		return;
	gap = 2 * rows->pages / count;
	target = sp_random_below(random, gap + 1);
	while (target < rows->pages) {
		rows_add(rows, (uint32_t)target);
		target += 1 + sp_random_below(random, gap < 1 ? 1 : gap);
	}
}

static inline void
rows_end(struct rows *rows)
{
	rows->ends[rows->done++] = rows->links;
}

static inline void
rows_free(struct rows *rows)
{
	free(rows->ends);
	free(rows->successors);
}

static inline struct sp_graph *
rows_graph(const struct rows *rows, int threads)
{
	return graph_of(rows->pages, rows->ends, rows->successors, threads);
}

static inline bool
rows_have(const struct rows *rows, uint32_t page, const uint32_t *successors,
	  uint32_t count)
{
	uint64_t start = page ? rows->ends[page - 1] : 0;

	return rows->ends[page] - start == count &&
	       (!count || !memcmp(successors, rows->successors + start,
				  count * sizeof(*successors)));
}

/* Does a cursor over the graph give exactly these rows? */
static inline bool
rows_equal(const struct rows *rows, const struct sp_graph *graph)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct sp_error err;
	uint64_t next = 0;
	bool equal = sp_graph_pages(graph) == rows->pages;
	const uint32_t *successors;
	uint32_t page, count;

	hold(cursor);
	while (equal && sp_cursor_next(cursor, &page, &successors, &count))
		equal = page == next++ &&
			rows_have(rows, page, successors, count);
	equal = equal && !sp_cursor_status(cursor, &err);
	sp_cursor_free(cursor);
	return equal && next == rows->pages;
}

/* Reads what kernels may read after a list, so that the sanitizer checks it. */
static inline void
read_ahead(const struct sp_list *list)
{
	volatile uint32_t ahead;

	for (int i = 0; i < SP_LIST_AHEAD; i++)
		ahead = list->successors[list->count + (uint32_t)i];
	(void)ahead;
}

/* The same with sp_cursor_lists(), which skips empty rows. */
static inline bool
rows_equal_batched(const struct rows *rows, const struct sp_graph *graph)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct sp_error err;
	uint64_t links = 0;
	int64_t last = -1;
	bool equal = true;
	struct sp_list batch[SP_LISTS];
	unsigned count;

	hold(cursor);
	while (equal && (count = sp_cursor_lists(cursor, batch)) > 0) {
		equal = count <= SP_LISTS;
		for (unsigned i = 0; equal && i < count; i++) {
			equal = batch[i].page > last && batch[i].count &&
				rows_have(rows, batch[i].page,
					  batch[i].successors, batch[i].count);
			read_ahead(&batch[i]);
			last = batch[i].page;
			links += batch[i].count;
		}
	}
	equal = equal && !sp_cursor_status(cursor, &err);
	sp_cursor_free(cursor);
	return equal && links == rows->links;
}

#endif
