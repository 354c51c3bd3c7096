/* SPDX-License-Identifier: MIT */
/*
 * oracle.h - a second implementation of hubs, authorities and cores: slow,
 * straight from the definitions, on an adjacency matrix.  It shares no code
 * with the library; the tests compare the two.
 */
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include "seed/extract.h"

#include <stdbool.h>

#define ORACLE_PAGES 64

struct oracle_graph {
	unsigned pages;
	bool link[ORACLE_PAGES][ORACLE_PAGES]; /* from, to */
};

struct oracle_scores {
	double hub[ORACLE_PAGES];
	double authority[ORACLE_PAGES];
};

struct oracle_member {
	unsigned page;
	enum sp_side side;
};

struct oracle_core {
	unsigned seed, iteration;
	unsigned ranking;             /* cores of one have the same scores */
	unsigned hubs, authorities, links;
	unsigned member_count;
	struct oracle_member members[2 * ORACLE_PAGES];
	bool alike[ORACLE_PAGES];     /* a page of its unit stands for it */
	struct oracle_scores scores;  /* from which it grew */
	bool rejected;                /* too small for a seed */
};

/* At most a core for each page in each ranking. */
#define ORACLE_CORES (ORACLE_PAGES * ORACLE_PAGES)

struct oracle_cores {
	unsigned count, found;        /* found: those not rejected */
	enum sp_extract_end end;
	struct oracle_core cores[ORACLE_CORES];
	bool dead[ORACLE_PAGES];
};

/* Reads "0:4 5 1:4 5 ..." as a graph of the given number of pages. */
void oracle_parse(struct oracle_graph *graph, unsigned pages,
		  const char *text);

/* The same links in the library's form; the caller frees it. */
struct sp_graph *oracle_build(const struct oracle_graph *graph);

/*
 * Kleinberg's iteration with L2 norms, on the pages that are not dead.
 *
 * divide_always: divide by the norm in every iteration, as the definition
 * does, not only in the last.  The factors cancel in the last division, but
 * they change the last bits.  Pages whose scores are equal because the graph is
 * symmetric, not because their links are equal, then come out in another order.
 * The library divides only in the last iteration, so a comparison of cores,
 * page by page, must do so too.
 */
void oracle_hits(const struct oracle_graph *graph, const bool *dead,
		 unsigned iterations, bool divide_always,
		 struct oracle_scores *scores);

/*
 * Grows one core from scores, without the authorities that are set aside; an
 * empty one if there is no other authority with a score.
 */
void oracle_grow(const struct oracle_graph *graph, const bool *dead,
		 const bool *aside, const struct oracle_scores *scores,
		 const struct sp_core_options *options,
		 struct oracle_core *core);

/* The hub that becomes the seed of a core. */
unsigned oracle_pick(const struct oracle_core *core,
		     const struct sp_extract_options *options);

/*
 * Finds options->seeds cores; divides in the last iteration only, see above.
 * All components are found and ranked again for each of them.
 */
void oracle_extract(const struct oracle_graph *graph,
		    const struct sp_extract_options *options,
		    struct oracle_cores *cores);

#endif
