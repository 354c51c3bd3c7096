/* SPDX-License-Identifier: MIT */
/*
 * degrees.h - how many pages have how many links
 * (seedpipe-algorithms(7), 7).
 */
#ifndef SP_MEASURE_GRAPH_DEGREES_H
#define SP_MEASURE_GRAPH_DEGREES_H

#include "base/progress.h"
#include "cluster/team/share.h"
#include "graph/statistics.h"

/* The links and in-links of each page owned.  A zeroed struct is empty. */
struct sp_link_counts {
	uint32_t *out, *in;
	uint64_t self_links;   /* of the pages owned */
};

/*
 * Counts them in one pass over the links, with threads (at least 1); what pages
 * reached have goes to their owners.  All processes call this together, and the
 * functions below, whose results do not depend on their number.  Reports blocks
 * to progress, which may be NULL.  Takes 4 bytes a page owned, 4 a local page,
 * and 4 a page reached or lent while it works.  SP_DATA if the graph is
 * damaged; SP_MEMORY; SP_IO from a team.
 */
enum sp_status sp_count_links(const struct sp_share *share, int threads,
			      const struct sp_progress *progress,
			      struct sp_link_counts *counts,
			      struct sp_error *err);
void sp_link_counts_free(struct sp_link_counts *counts);

/*
 * As sp_graph_statistics(), without hosts, of which processes that share a
 * graph have no table.
 */
enum sp_status sp_link_statistics(const struct sp_share *share,
				  const struct sp_link_counts *counts,
				  struct sp_graph_statistics *statistics,
				  struct sp_error *err);

/* Release both sides with sp_degrees_free(). */
struct sp_degree_counts {
	uint64_t largest; /* degree of a page; 0 without pages */
	uint64_t *pages;  /* of each degree from 0 to the largest */
};

struct sp_degrees {
	struct sp_degree_counts out, in;
};

/*
 * Only process 0 gets the counts, which take 8 bytes for each degree up to the
 * largest; the others get those of no pages.
 */
enum sp_status sp_degrees(const struct sp_share *share,
			  const struct sp_link_counts *counts,
			  struct sp_degrees *degrees, struct sp_error *err);
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
