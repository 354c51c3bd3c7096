/* SPDX-License-Identifier: MIT */
/*
 * cover.h - the pages that together reach most pages, or most of a score,
 * within a few links (seedpipe-algorithms(7), 6.7).
 *
 * A page covers itself and what it reaches within D links.  Pages are
 * chosen greedily: each adds the most to what those before it cover, of equal
 * ones the smallest page.  What is covered counts once.
 *
 * A sample of the pages that are not covered yet, the targets, estimates
 * which page adds the most.  Each page has a bit for each target that it
 * covers, found in one step for each link of the distance (sketches.h).  When
 * half of what the targets stand for is covered, new ones are drawn from the
 * rest: the residual sketches of Cohen, Delling, Pajor and Werneck (SKIM,
 * 2014), with one sample for all pages (Cohen 1997), which needs no transposed
 * graph.  If there are no more pages than targets, all are targets, and the
 * choice is exactly greedy, which covers at least 1 - 1/e of the best.
 */
#ifndef SP_SEED_COVER_H
#define SP_SEED_COVER_H

#include "base/progress.h"
#include "graph/cores.h"
#include "graph/graph.h"
#include "seed/spread.h"

#define SP_COVER_SKETCH 1024         /* targets, by default */
#define SP_COVER_SKETCH_MAX UINT64_C(4294967296)

struct sp_cover_options {
	uint64_t count;        /* pages to choose, at least 1 */
	uint64_t steps;        /* links; 0: a page covers only itself */
	uint64_t sketch;       /* targets, rounded up to a multiple of 64 */
	bool exact;            /* all pages are targets */
	const double *weight;  /* of each page, >= 0; NULL: 1 */
	uint64_t random_seed;
	int threads;
	const struct sp_progress *progress; /* of pages chosen, or NULL */
	struct sp_spread *spread; /* at most one page of a unit; or NULL */
};

struct sp_cover_report {
	double covered;        /* weight of the pages that are covered */
	double total;          /* of all pages */
	uint64_t samples;      /* how often targets were drawn */
	uint64_t passes;       /* over the graph, or over what changed in it */
	bool exact;            /* all choices were */
};

/*
 * Appends the pages in the order of their choice; the score of each is the
 * weight that it adds, which is exact, since it is counted by a search from the
 * page.  Seeds that are there already count as chosen: what they cover is
 * covered.  Ends early when all weight is covered, or every page that would add
 * to it is of a unit that has a seed.
 *
 * A sampled choice compares gains with a standard error of at most 1 / sqrt K
 * of the weight that is not covered.  Takes K/4 + 17 bytes a page, with K
 * targets; more than 32 links, the transposed graph and 24 bytes a page more.
 * Time grows with K and the links, for any number of steps, and with the pages
 * for each seed.  The same bits with any number of threads.  SP_DATA if a
 * weight is negative or not finite, or all are 0, or the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_pick_cover(const struct sp_graph *graph,
			     const struct sp_cover_options *options,
			     struct sp_seeds *seeds,
			     struct sp_cover_report *report,
			     struct sp_error *err);

/*
 * Sums the weights of all pages; NULL: 1 each.  SP_DATA if one is negative or
 * not finite, or the sum is 0 or too large for a number.
 */
enum sp_status sp_total_weight(const double *weight, uint64_t pages,
			       double *total, struct sp_error *err);

#endif
