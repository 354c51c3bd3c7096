/* SPDX-License-Identifier: MIT */
/*
 * rows.h - a graph as it passes by, one page after the other.
 *
 * What produces a graph (importers, the generator, prune) calls a row sink;
 * what consumes one (the builder of the compact form) is a row sink.
 */
#ifndef SP_GRAPH_ROWS_H
#define SP_GRAPH_ROWS_H

#include "base/status.h"

#include <stdbool.h>

/* Pages are 32-bit in memory: 0 .. SP_PAGES_MAX - 1. */
#define SP_PAGES_MAX UINT64_C(4294967294)

/*
 * begin is called once, with the number of pages (at most SP_PAGES_MAX);
 * then row once for each page 0, 1, ... pages - 1, with its successors in
 * strictly ascending order, each below pages.  weights is NULL, or has one
 * finite value for each successor.  The arrays belong to the producer and
 * are valid during the call.  A sink that returns another status than SP_OK
 * ends the production with that status.
 */
struct sp_row_sink {
	void *context;
	enum sp_status (*begin)(void *context, uint64_t pages,
				struct sp_error *err);
	enum sp_status (*row)(void *context, const uint32_t *successors,
			      uint64_t count, const double *weights,
			      struct sp_error *err);
};

/* Is page among the successors of a row?  A search by halves. */
static inline bool
sp_row_contains(const uint32_t *successors, uint64_t count, uint64_t page)
{
	uint64_t low = 0, high = count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (successors[middle] < page)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && successors[low] == page;
}

#endif
