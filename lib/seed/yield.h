/* SPDX-License-Identifier: MIT */
/*
 * yield.h - the pages from which a breadth-first crawl has most of a score
 * early, and reaches most pages (seedpipe-algorithms(7), 6.8).
 *
 * Covering seeds (cover.h) count all that lies within a few links, whatever a
 * crawl would download first.  Here the crawl itself is tried: seeds are chosen
 * one after the other, each so that the first B downloads of a crawl from it
 * and those before it yield most.  The yield of seeds S is the mean, over these
 * downloads, of the score collected so far, as a part of the whole score; what
 * counts for the choice is the yield, and the part of all pages that can be
 * reached from S.
 *
 * A trial takes time in proportion to B, so not every page is tried: at most
 * SP_YIELD_CANDIDATES, and as many as B allows.  Candidates are pages that
 * cover much together, which find far parts of the graph, and random ones,
 * which start fast.  If no more pages have links, all of these are candidates.
 */
#ifndef SP_SEED_YIELD_H
#define SP_SEED_YIELD_H

#include "base/progress.h"
#include "graph/cores.h"
#include "graph/graph.h"
#include "seed/spread.h"

#define SP_YIELD_CANDIDATES 1024  /* at most, with few downloads and seeds */
#define SP_YIELD_LEAST 64         /* with many downloads */
#define SP_YIELD_WORK (UINT64_C(1) << 26) /* candidates times B, about */
#define SP_YIELD_SEEDS 10000      /* at most: time grows with their square */
#define SP_YIELD_BATCH 4          /* candidates that are tried at a time */

struct sp_yield_options {
	uint64_t count;       /* seeds, 1 to SP_YIELD_SEEDS */
	uint64_t downloads;   /* B, at least 1 */
	const double *score;  /* of each page, >= 0; NULL: 1 */
	uint64_t random_seed; /* of the candidates */
	int threads;
	const struct sp_progress *progress; /* of seeds chosen, or NULL */
	struct sp_spread *spread; /* at most one page of a unit; or NULL */
};

struct sp_yield_report {
	uint64_t candidates;
	uint64_t trials;      /* crawls of up to B downloads */
	double yield;         /* of the seeds, 0 to 1 */
	uint64_t reached;     /* pages that they reach */
};

/*
 * Appends the pages in the order of their choice.  The score of each is what
 * it adds to the yield and, except for the first, to the part of the pages
 * reached, or 0 if it takes away more than it adds.  Fewer than count if fewer
 * pages, or units, have links.
 *
 * Takes 8 bytes a page for each thread, and the links, decoded if memory
 * allows it (sp_index_new_plain()).  The same bits with any number of threads.
 * SP_DATA if a score is negative or not finite, all are 0, no page has links,
 * or the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_pick_yield(const struct sp_graph *graph,
			     const struct sp_yield_options *options,
			     struct sp_seeds *seeds,
			     struct sp_yield_report *report,
			     struct sp_error *err);

#endif
