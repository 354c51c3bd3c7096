/* SPDX-License-Identifier: MIT */
/*
 * order_by_url.h - sorts pages by URL.
 *
 * The order is by host, comparing labels from the last to the first (uk, co,
 * example, www), then by the rest of the URL (port, path, query), then by all
 * of it (http before https), byte by byte; the sort is stable.  So the order of
 * different URLs is that of their text alone.  Pages of a site become
 * neighbours, which makes the compressed links several times smaller than in a
 * random order.
 * (Boldi, Vigna: The WebGraph framework I, 2004.)
 */
#ifndef SP_FORMATS_IMPORT_ORDER_BY_URL_H
#define SP_FORMATS_IMPORT_ORDER_BY_URL_H

#include "graph/graph.h"
#include "graph/links/linksort.h"
#include "graph/names.h"

/*
 * The place of a URL in this order: its host, as sp_hosts_of_names() spells it,
 * what follows the host (the port too, so that the pages of a port stay
 * together; all of a name that has no host), and all of it.
 */
struct sp_url_key {
	struct sp_span host, rest, url;
};

struct sp_url_key sp_url_key(struct sp_span url, struct sp_span host);

/* Below 0, 0 or above 0, as memcmp(). */
int sp_url_compare(const struct sp_url_key *a, const struct sp_url_key *b);

/*
 * Sorts the pages that have a name (at most SP_PAGES_MAX): (*pages)[i] is the
 * page that becomes page i.  The caller frees *pages.  Takes 8 bytes per page,
 * and 8 more while sorting.
 */
enum sp_status sp_url_order(const struct sp_names *names, int threads,
			    uint32_t **pages, struct sp_error *err);

/* A graph with its weights, which may be NULL. */
struct sp_ordered_graph {
	struct sp_graph *graph;
	double *weights;
	uint32_t *new_of;        /* the page that each page has become */
};

/*
 * Stores a copy of the graph and its weights (or NULL), reordered by URL, in
 * *ordered, whose members the caller frees, and puts the names in this order;
 * after a failure they are as they were.  options are those of the link sort;
 * options->weighted is ignored.  Returns SP_DATA unless every page has a name.
 */
enum sp_status sp_order_by_url(const struct sp_graph *graph,
			       const double *weights,
			       struct sp_names *names,
			       const struct sp_linksort_options *options,
			       struct sp_ordered_graph *ordered,
			       struct sp_error *err);

#endif
