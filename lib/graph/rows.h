/* SPDX-License-Identifier: MIT */
/*
 * rows.h - rows of links, the one form in which a producer passes a graph to
 * a consumer.
 *
 * Importers, the generator, the link sort and prune produce rows; the encoder,
 * the sort and the store consume them.  Anything in between (progress, counts)
 * is a sink that passes rows on.
 */
#ifndef SP_GRAPH_ROWS_H
#define SP_GRAPH_ROWS_H

#include "base/compare.h"
#include "base/status.h"

#include <stdbool.h>

/* Pages are 32-bit in memory: 0 .. SP_PAGES_MAX - 1. */
#define SP_PAGES_MAX UINT64_C(4294967294)
#define SP_NO_PAGE UINT32_MAX /* where a page may be missing */

/*
 * The links of one page: count successors in strictly ascending order.
 * weights is NULL, or has a value for each of them.  The arrays belong to
 * the producer and are valid during the call that passes the row.
 */
struct sp_row {
	uint64_t page;
	uint64_t count;
	const uint32_t *successors;
	const double *weights;
};

/* The place of the first of these successors that is not below page. */
static inline uint32_t
sp_first_from(const uint32_t *successors, uint32_t count, uint64_t page)
{
	uint32_t low = 0;

	while (count) {
		uint32_t half = count / 2;
		bool below = successors[low + half] < page;

		low += below ? half + 1 : 0;
		count = below ? count - half - 1 : half;
	}
	return low;
}

/*
 * The producer calls begin once, with the number of pages (at most
 * SP_PAGES_MAX), unless begin is NULL.  Then it calls row for the pages in
 * ascending order; a page without a call has no links.  Pages and successors
 * are below the number of pages.  If the sink returns a status other than
 * SP_OK, the producer stops and returns it.
 */
struct sp_row_sink {
	void *context;
	enum sp_status (*begin)(void *context, uint64_t pages,
				struct sp_error *err);
	enum sp_status (*row)(void *context, const struct sp_row *row,
			      struct sp_error *err);
};

static inline enum sp_status
sp_rows_begin(const struct sp_row_sink *sink, uint64_t pages,
	      struct sp_error *err)
{
	return sink->begin ? sink->begin(sink->context, pages, err) : SP_OK;
}

static inline enum sp_status
sp_rows_pass(const struct sp_row_sink *sink, const struct sp_row *row,
	     struct sp_error *err)
{
	return sink->row(sink->context, row, err);
}

/* Returns whether the row has a link to page, by binary search. */
static inline bool
sp_row_contains(const struct sp_row *row, uint64_t page)
{
	uint64_t at = sp_first_not_below(row->successors,
					 sizeof(*row->successors), row->count,
					 page);

	return at < row->count && row->successors[at] == page;
}

#endif
