/* SPDX-License-Identifier: MIT */
/*
 * large_graph.h - graphs of many blocks, made row by row.
 */
#ifndef TESTS_LARGE_GRAPH_H
#define TESTS_LARGE_GRAPH_H

#include "unit.h"

#include "base/random.h"
#include "graph/links/rowstore.h"

#define LARGE_ROW 16 /* successors at most */

/* Writes the successors of page, ascending, and returns their count. */
typedef uint32_t large_row(uint32_t page, struct sp_random *random,
			   uint32_t successors[LARGE_ROW]);

/* Makes the same graph each time; the caller frees it. */
static inline struct sp_graph *
large_graph(uint32_t pages, large_row *row)
{
	struct sp_rowstore *store = sp_rowstore_new(2, false);
	struct sp_random random = { 7 };
	struct sp_graph *graph;
	struct sp_error err;
	double *weights;

	for (uint32_t page = 0; page < pages; page++) {
		uint32_t successors[LARGE_ROW];
		uint32_t count = row(page, &random, successors);
		struct sp_row made = { page, count, successors, NULL };

		must(sp_rowstore_row(store, &made, &err), err);
	}
	must(sp_rowstore_finish(store, pages, &graph, &weights, &err), err);
	sp_rowstore_free(store);
	return graph;
}

#endif
