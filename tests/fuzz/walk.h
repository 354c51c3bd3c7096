/* SPDX-License-Identifier: MIT */
/*
* walk.h - visits every link of a graph that was accepted
 */
#ifndef TESTS_FUZZ_WALK_H
#define TESTS_FUZZ_WALK_H

#include "fuzz.h"

#include "graph/graph.h"

/* What was found; whole is false if the links turned out to be damaged. */
struct walked {
	uint64_t links, self_links;
	bool whole;
};

/* Checks that there is one list per page, ascending, of pages of the graph. */
static inline struct walked
walk_graph(const struct sp_graph *graph)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct walked walked = { 0, 0, true };
	struct sp_error err;
	uint64_t pages = 0;

	hold(cursor);
	for (uint64_t block = 0; block < sp_graph_blocks(graph); block++) {
		const uint32_t *successors;
		uint32_t page, count;

		sp_cursor_block(cursor, block);
		while (sp_cursor_next(cursor, &page, &successors, &count)) {
			pages++;
			for (uint32_t i = 0; i < count; i++) {
				hold(successors[i] < sp_graph_pages(graph));
				hold(!i || successors[i] > successors[i - 1]);
				walked.self_links += successors[i] == page;
			}
			walked.links += count;
		}
	}
	walked.whole = !sp_cursor_status(cursor, &err);
	hold(!walked.whole || (pages == sp_graph_pages(graph) &&
			       walked.links == sp_graph_links(graph)));
	sp_cursor_free(cursor);
	return walked;
}

#endif
