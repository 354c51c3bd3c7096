/* SPDX-License-Identifier: MIT */
/*
 * harmonic.h - harmonic and closeness centrality (seedpipe-algorithms(7), 7).
 *
 * The harmonic centrality of a page is the sum, over all other pages from which
 * links lead to it, of 1 over their distance from it: pages that are near many
 * others score high, and pages that nothing links to score 0.
 *
 * The closeness of a page that r of the n - 1 other pages reach, over distances
 * of sum d, is r / d, the inverse of their mean, times r / (n - 1), so that
 * pages which few reach do not come first (Wasserman and Faust, 1994); 0 for r
 * = 0.
 *
 * The estimate is by HyperBall (Boldi and Vigna, 2013).  Each page has a
 * HyperLogLog counter (Flajolet et al., 2007) of its ball, the pages that reach
 * it within t links.  In round t each page passes its counter on to its
 * successors, which take the larger of each register, and what a ball has
 * gained, divided by t, is added to the score.  Only pages whose counters
 * changed in the round before pass them on, and a round takes time for these
 * and their links, however many rounds there are.  Links are followed from the
 * side that the compact graph stores, so that no transpose is needed; each
 * thread reads the lists of its own part of the pages and writes the counters
 * of these (graph/crossing.h), and the maximum does not depend on the order.
 * So the bits of the result do not depend on the number of threads.
 */
#ifndef SP_MEASURE_GRAPH_HARMONIC_H
#define SP_MEASURE_GRAPH_HARMONIC_H

#include "base/progress.h"
#include "graph/linkweights.h"

/*
 * 2^bits registers of a byte each: six bits would hold them, but maxima of
 * bytes take a single instruction for 16.
 */
#define SP_REGISTER_BITS_MIN 4
#define SP_REGISTER_BITS_MAX 16

struct sp_harmonic_options {
	unsigned register_bits;
	uint64_t seed;    /* of the hash */
	int threads;      /* >= 1 */
	const struct sp_progress *progress; /* of the blocks of a round,
			     from 0 in each, or of pages by exact searches; or
			     NULL */
	bool closeness;   /* instead of harmonic centrality */
};

#define SP_HARMONIC_DEFAULTS { 6, 1, 1, NULL, false }

struct sp_harmonic_report {
	uint32_t rounds;  /* that changed a counter: the largest distance */
	double error;     /* relative standard error of a counter */
	uint64_t memory;  /* bytes of all counters */
	uint64_t looked;  /* pages and blocks that rounds looked at */
};

/* The relative standard error of a counter: 1.04 / sqrt(2^bits). */
double sp_register_error(unsigned bits);

/*
 * Estimates the centrality of all pages.  values has room for
 * sp_graph_pages() of them.  Takes 2^(bits + 1) bytes a page for the counters,
 * 8 and three bits beside them, 1.5 once a round has few pages, and the memory
 * of a crossing if threads are several.  Returns SP_DATA if the graph is
 * damaged; SP_MEMORY.
 */
enum sp_status sp_harmonic(const struct sp_graph *graph,
			   const struct sp_harmonic_options *options,
			   double *values, struct sp_harmonic_report *report,
			   struct sp_error *err);

/*
 * The exact values, by a search from each page: for small graphs, since the
 * time grows with pages times links.  Has no use for register_bits and seed.
 * Takes 96 bytes a page, 4 more for closeness; reports pages.  *rounds is the
 * largest distance.  Fails as above.
 */
enum sp_status sp_harmonic_exact(const struct sp_graph *graph,
				 const struct sp_harmonic_options *options,
				 double *values, uint32_t *rounds,
				 struct sp_error *err);

/*
 * The same where links have lengths, above 0: a distance is the least sum of
 * lengths along a path.  Lengths of 1 give the bits of sp_harmonic_exact().
 * The estimate has no lengths: a round passes on what lies one link further,
 * and there is no such round for sums of any numbers.  Takes 12 bytes a link,
 * 8 a page, and for each thread 40 a page and 16 for each page whose distance
 * was improved.  *farthest is the largest distance.  SP_DATA if a length is 0,
 * too.
 */
enum sp_status sp_harmonic_lengths(const struct sp_graph *graph,
				   const struct sp_link_weights *lengths,
				   int threads,
				   const struct sp_progress *progress,
				   double *values, double *farthest,
				   struct sp_error *err);

/* The closeness of a page that reached others reach, over distances of sum. */
static inline double
sp_closeness(double reached, double sum, uint64_t pages)
{
	/* Estimates of both may contradict each other. */
	sum = sum > reached ? sum : reached;
	return reached > 0 ? reached / sum * (reached / (double)(pages - 1)) :
			     0;
}

#endif
