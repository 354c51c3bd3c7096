/* SPDX-License-Identifier: MIT */
/*
 * degrees.h - how many pages have how many links
 * (seedpipe-algorithms(7), 7).
 */
#ifndef SP_MEASURE_GRAPH_DEGREES_H
#define SP_MEASURE_GRAPH_DEGREES_H

#include "base/progress.h"
#include "graph/graph.h"

/* Release both sides with sp_degrees_free(). */
struct sp_degree_counts {
	uint64_t largest; /* degree of a page; 0 without pages */
	uint64_t *pages;  /* of each degree from 0 to the largest */
};

struct sp_degrees {
	struct sp_degree_counts out, in;
};

/*
 * Counts in one pass over the links, with threads (at least 1), on whose number
 * the counts do not depend.  Reports blocks to progress, which may be NULL.
 * Needs 8 bytes a page while it works.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_degrees(const struct sp_graph *graph, int threads,
			  const struct sp_progress *progress,
			  struct sp_degrees *degrees, struct sp_error *err)
	SP_MUST_CHECK;
void sp_degrees_free(struct sp_degrees *degrees);

/* ---- what the counts say ---------------------------------------------- */

/* A power law: the pages of degree x are in proportion to x to -exponent. */
struct sp_degree_fit {
	uint64_t pages;  /* of degree xmin or more */
	double exponent; /* NaN without such pages */
	double error;    /* standard error, (exponent - 1) / sqrt(pages) */
};

/*
 * Estimates the exponent from the pages of degree xmin (at least 1) or more:
 * 1 + N / (sum of ln(x / (xmin - 1/2))), the discrete approximation of Clauset,
 * Shalizi and Newman (2009), which is poor for xmin below 6.
 */
struct sp_degree_fit sp_degree_fit(const struct sp_degree_counts *counts,
				 uint64_t xmin);

/* The degrees from 2^i to 2^(i+1) - 1. */
struct sp_degree_bin {
	uint64_t first, last;
	uint64_t pages;
	double density;  /* share of all pages, for each degree of the bin */
};

/* The bins up to the largest degree. */
unsigned sp_degree_bins(const struct sp_degree_counts *counts);
struct sp_degree_bin sp_degree_bin(const struct sp_degree_counts *counts,
				   unsigned i);

#endif
