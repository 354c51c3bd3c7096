/* SPDX-License-Identifier: MIT */
/*
 * normalize.h - pages of one graph that are one page by the normal form of
 * their names (web/page/url.h): counts them, or joins them.
 */
#ifndef SP_FORMATS_IMPORT_NORMALIZE_H
#define SP_FORMATS_IMPORT_NORMALIZE_H

#include "graph/graph.h"
#include "graph/links/linksort.h"
#include "graph/names.h"

struct sp_alike {
	uint64_t pages;          /* that would join an earlier or later one */
	uint64_t first, second;  /* two that are one, if there are any */
};

/*
 * Counts the pages that joining would save; names are taken to differ, so that
 * equal ones count only where there is another spelling, too.  Names in normal
 * form cost a look each, others are kept as hashes of 64 bits, 16 to 32 bytes
 * each: two of a billion are taken for one with a probability of 5 %.  Returns
 * SP_MEMORY.
 */
enum sp_status sp_count_alike(const struct sp_names *names,
			      struct sp_alike *alike, struct sp_error *err);

/* A graph whose pages have been joined.  The caller frees the members. */
struct sp_joined {
	struct sp_graph *graph;  /* NULL: no page was joined with another, */
	double *weights;         /* and the old graph and weights stay */
	struct sp_names names;   /* in normal form; what is no URL, as it was */
	uint64_t duplicates;     /* links that have become one with another */
	uint64_t self_links, linking; /* of the graph, as of sp_collected */
};

/*
 * Joins pages with the same normal form; each is numbered by its first page.
 * Weights of links that become one are added.  names has a name for each page.
 * options are those of the link sort, except that its weighted is ignored.
 * Takes 4 bytes a page.  Returns SP_DATA if the graph is damaged, or weights
 * add up to infinity; SP_IO; SP_MEMORY.
 */
enum sp_status sp_join_alike(const struct sp_graph *graph,
			     const double *weights,
			     const struct sp_names *names,
			     const struct sp_linksort_options *options,
			     struct sp_joined *joined, struct sp_error *err);

#endif
