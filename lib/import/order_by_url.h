/* SPDX-License-Identifier: MIT */
/*
 * order_by_url.h - sorts pages by URL.
 *
 * The order is by host, comparing labels from the last to the first (uk, co,
 * example, www), then by the rest of the URL (port, path, query), byte by
 * byte; the sort is stable.  Pages of a site become neighbours, which makes
 * the compressed links several times smaller than in a random order.
 * (Boldi, Vigna: The WebGraph framework I, 2004.)
 */
#ifndef SP_IMPORT_ORDER_BY_URL_H
#define SP_IMPORT_ORDER_BY_URL_H

#include "graph/graph.h"
#include "graph/names.h"
#include "links/linksort.h"

/*
 * Sorts the pages that have a name (at most SP_PAGES_MAX): (*pages)[i] is the
 * page that becomes page i.  The caller frees *pages.  Takes 8 bytes per page,
 * and 8 more while sorting.
 */
enum sp_status sp_url_order(const struct sp_names *names, int threads,
			    uint32_t **pages, struct sp_error *err)
	SP_MUST_CHECK;

/* A graph with its weights, which may be NULL, and its page names. */
struct sp_named_graph {
	struct sp_graph *graph;
	double *weights;
	struct sp_names names;
};

/*
 * Stores a copy of the graph, its weights (or NULL) and its names, reordered
 * by URL, in *ordered, whose members the caller frees; the originals do not
 * change.  options are those of the link sort; options->weighted is ignored.
 * Returns SP_DATA unless every page has a name.
 */
enum sp_status sp_order_by_url(const struct sp_graph *graph,
			       const double *weights,
			       const struct sp_names *names,
			       const struct sp_linksort_options *options,
			       struct sp_named_graph *ordered,
			       struct sp_error *err) SP_MUST_CHECK;

#endif
