/* SPDX-License-Identifier: MIT */
/*
 * large_graph.h - graphs of many blocks, made row by row.
 */
#ifndef TESTS_LARGE_GRAPH_H
#define TESTS_LARGE_GRAPH_H

#include "unit.h"

#include "base/random.h"
#include "graph/builder.h"

#define LARGE_ROW 16 /* successors at most */

/* Writes the successors of page, ascending; returns how many. */
typedef uint32_t large_row(uint32_t page, struct sp_random *random,
			   uint32_t successors[LARGE_ROW]);

/* The same graph each time; the caller frees it. */
static inline struct sp_graph *
large_graph(uint32_t pages, large_row *row)
{
	struct sp_assembly *assembly = sp_assembly_new(2);
	struct sp_row_sink rows = sp_assembly_rows(assembly);
	struct sp_random random = { 7 };
	struct sp_graph *graph;
	struct sp_error err;

	must(rows.begin(rows.context, pages, &err), err);
	for (uint32_t page = 0; page < pages; page++) {
		uint32_t successors[LARGE_ROW];
		uint32_t count = row(page, &random, successors);

		must(rows.row(rows.context, successors, count, NULL, &err),
		     err);
	}
	must(sp_assembly_finish(assembly, &graph, &err), err);
	sp_assembly_free(assembly);
	return graph;
}

#endif
