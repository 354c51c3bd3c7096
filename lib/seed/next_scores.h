/* SPDX-License-Identifier: MIT */
/*
 * next_scores.h - which of the pages that a crawl knows and has not fetched
 * will matter: four scores, and a trial that finds which of them would have
 * served this crawl best so far (seedpipe-algorithms(7), 6.9).
 *
 * No score is the best for every web.  A crawl can try them on its own past:
 * when half of its pages were fetched, which scores would have chosen the pages
 * of the other half that turned out to have the most rank?
 */
#ifndef SP_SEED_NEXT_SCORES_H
#define SP_SEED_NEXT_SCORES_H

#include "base/progress.h"
#include "graph/graph.h"
#include "graph/hosts.h"

/* In this order: a trial makes SP_NEXT_YIELD of the values before it. */
enum sp_next_score {
	SP_NEXT_PAGERANK, /* of what is known, as pagerank(1) computes it */
	SP_NEXT_FAR,      /* the same with the damping 0.95, so that rank goes
			     farther */
	SP_NEXT_EXPECTED, /* as if unfetched pages had links as the fetched
			     pages of their host do: rank/expected.h */
	SP_NEXT_YIELD,    /* that times the share of pages with links among
			     those of its kind that were fetched of the host */
	SP_NEXT_SCORES
};

/* The word for a score: "pagerank", "pagerank95", "expected", "yield". */
const char *sp_next_score_word(enum sp_next_score score);

/* Finds the score of a word; false if there is none. */
bool sp_next_score_find(const char *word, enum sp_next_score *score);

/* A crawl so far. */
struct sp_crawl_so_far {
	const struct sp_graph *graph;
	const uint64_t *fetched;   /* bitset: pages asked for, whatever came */
	const uint64_t *linking;   /* bitset: pages with links */
	const struct sp_hosts *hosts; /* or NULL: then SP_NEXT_EXPECTED and
				      SP_NEXT_YIELD cannot be computed and
				      are not tried */
	const struct sp_units *units; /* of the hosts; or NULL */
	const struct sp_names *names; /* of the pages, their URLs; or NULL */
	int threads;               /* >= 1 */
	const struct sp_progress *progress; /* gets iterations; or NULL */
};

/*
 * Stores the score of each page in values, which has sp_graph_pages() of them.
 * Any number of threads gives the same bits.  Takes 8 bytes a page and the form
 * of the graph; for SP_NEXT_YIELD also 40 bytes a host, and 32 to 64 for
 * each kind of pages of a host.  SP_DATA if the graph is damaged, or if it has
 * no hosts and the score needs them; SP_MEMORY.
 */
enum sp_status sp_next_score_compute(const struct sp_crawl_so_far *crawl,
				     enum sp_next_score score, double *values,
				     struct sp_error *err);

/* What the trial found. */
struct sp_next_trial {
	uint64_t judged;           /* pages that could be chosen in the past,
				      and have been fetched since */
	double share[SP_NEXT_SCORES]; /* the rank of those that a score chose,
				      over that of the best as many; below 0: it
				      was not tried */
	enum sp_next_score best;
};

/* A trial of fewer pages says nothing: SP_NEXT_PAGERANK is best then. */
#define SP_NEXT_TRIAL_LEAST 20

/*
 * Tries the scores on the time when only the pages of first, a bitset that is a
 * part of crawl->fetched, had been fetched: what was known then are their
 * links.  rank is SP_NEXT_PAGERANK of all that is known today, and the judge.
 * Each score chooses a quarter of portion (0 to 1) of the pages judged, a half
 * of it, the portion, and two and four times as many, where a portion of fewer
 * than 20 pages counts as 20, and at most all pages; its share is the mean of
 * the five.  The best must beat SP_NEXT_PAGERANK by 1 %, or that one is the
 * best.  Takes 16 bytes a page beside sp_next_score_compute().  SP_DATA;
 * SP_MEMORY.
 */
enum sp_status sp_next_score_try(const struct sp_crawl_so_far *crawl,
				 const uint64_t *first, const double *rank,
				 double portion, struct sp_next_trial *trial,
				 struct sp_error *err);

#endif
