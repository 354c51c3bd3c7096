/* SPDX-License-Identifier: MIT */
/*
 * filter.h - a graph section pruned while it passes from reader to writer, in
 * memory that does not grow with it (but for a bit a link when its links have
 * weights).
 */
#ifndef SP_SECTION_FILTER_H
#define SP_SECTION_FILTER_H

#include "graph/prune.h"
#include "section/graph.h"
#include "section/weights.h"

struct sp_filter;

/*
 * prepare is called when the graph begins, with its number of pages, to fill
 * in *prune; hosts that came before the graph can be used there.  threads
 * decode and encode.  NULL when memory is short.
 */
struct sp_filter *sp_filter_new(
	struct sp_writer *writer, int threads, struct sp_prune *prune,
	enum sp_status (*prepare)(void *context, uint64_t pages,
				  struct sp_error *err),
	void *context);

/* For sp_load(), which must want SP_FILTER_WANTS. */
#define SP_FILTER_WANTS (SP_SECTION_GRAPH | SP_SECTION_WEIGHTS)
struct sp_graph_visitor sp_filter_visitor(struct sp_filter *filter);

/*
 * Prunes a graph that is in memory to the writer: the residual graph of
 * coreextract.  The filter is used up.
 */
enum sp_status sp_filter_graph(struct sp_filter *filter,
			       const struct sp_graph *graph,
			       struct sp_error *err) SP_MUST_CHECK;

/* Links read and links written, after the end. */
void sp_filter_counts(const struct sp_filter *filter, uint64_t *links_in,
		      uint64_t *links_out);

void sp_filter_free(struct sp_filter *filter); /* accepts NULL */

#endif
