/* SPDX-License-Identifier: MIT */
/*
 * measure.h - the figures of a web that the parameters of the generator
 * shape: of a stored graph, to fit them, and of a generated one, to see what
 * they do.
 */
#ifndef SP_GRAPH_GENERATE_MEASURE_H
#define SP_GRAPH_GENERATE_MEASURE_H

#include "graph/graph.h"

/* The pages with the most links from other hosts, that popular counts. */
#define SP_MEASURE_POPULAR 16

struct sp_web_figures {
	uint64_t pages, links;
	uint64_t between_links; /* that lead to another host */
	double links_per_page;
	double between;    /* share of the links */
	double dangling;   /* share of pages without links */
	double reciprocal; /* share of links with one back, self-links aside */
	double popular;    /* share of between_links that lead to the 16 pages
			      with the most of them */
	double spread;     /* standard deviation of the logarithm, to base 2,
			      of the out-degrees of pages with links */
};

/*
 * Measures a graph, in which unit_of[p] is the host of page p.  Needs as much
 * memory again as the graph takes, for its transpose.  A share of nothing is
 * 0.  SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_web_measure(const struct sp_graph *graph,
			      const uint32_t *unit_of, int threads,
			      struct sp_web_figures *figures,
			      struct sp_error *err);

#endif
