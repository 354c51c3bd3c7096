/* SPDX-License-Identifier: MIT */
/*
 * order_by_url.h - pages in the order of their URLs.
 *
 * By host, its labels from the last to the first (uk, co, example, www), then
 * by what follows the host (port, path, query), byte by byte; equal ones stay
 * in the order in which they were.  Pages of a site become neighbours, which
 * makes the compact form of the links several times smaller than a random
 * order does.  (Boldi, Vigna: The WebGraph framework I, 2004.)
 */
#ifndef SP_IMPORT_ORDER_BY_URL_H
#define SP_IMPORT_ORDER_BY_URL_H

#include "graph/graph.h"
#include "graph/names.h"
#include "links/linksort.h"

/*
 * The order: (*pages)[i] is the page that becomes page i, for all pages that
 * have a name (at most SP_PAGES_MAX).  The caller frees it.  Takes 8 bytes a
 * page, and 8 more while it sorts.
 */
enum sp_status sp_url_order(const struct sp_names *names, int threads,
			    uint32_t **pages, struct sp_error *err)
	SP_MUST_CHECK;

/* A graph with what belongs to its pages; weights may be NULL. */
struct sp_named_graph {
	struct sp_graph *graph;
	double *weights;
	struct sp_names names;
};

/*
 * Makes *ordered, which the caller frees piece by piece, from the graph, its
 * weights (or NULL) and the names of its pages, which stay as they are.
 * options are those of the link sort, weighted being ignored.  SP_DATA when
 * there is not a name for each page.
 */
enum sp_status sp_order_by_url(const struct sp_graph *graph,
			       const double *weights,
			       const struct sp_names *names,
			       const struct sp_linksort_options *options,
			       struct sp_named_graph *ordered,
			       struct sp_error *err) SP_MUST_CHECK;

#endif
