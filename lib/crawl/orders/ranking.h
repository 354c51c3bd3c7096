/* SPDX-License-Identifier: MIT */
/*
 * ranking.h - the PageRank of what a crawl has seen so far
 * (seedpipe-algorithms(7), 3.2): all pages found, and the links of those
 * downloaded.  Private to lib/crawl/orders.
 */
#ifndef SP_CRAWL_ORDERS_RANKING_H
#define SP_CRAWL_ORDERS_RANKING_H

#include "base/bitset.h"
#include "crawl/orders/orders.h"
#include "rank/pagerank_update.h"

struct sp_ranking {
	struct sp_pagerank_options options;
	struct sp_pagerank_space *space;
	bool cold;          /* start each time from equal ranks */
	bool started;       /* was there an update? */
	double *rank;       /* of the pages seen at the last update; or NULL */
	struct sp_kept_ranks *kept; /* method=local: instead of space, rank */
	struct sp_index *index;     /* ... and the index of a process's part,
				       or of: */
	struct sp_graph *read;      /* what was read of snapshots, or NULL */
	uint64_t *seen;     /* bitset: pages seen at the last update */
	uint64_t *done;     /* bitset: pages downloaded then */
};

/*
 * The options that batchpr and partialpr share: the first rows of both tables,
 * numbered by this enum.
 */
enum {
	SP_RANKING_PERIOD, SP_RANKING_DAMPING, SP_RANKING_TOLERANCE,
	SP_RANKING_ITERATIONS, SP_RANKING_START, SP_RANKING_METHOD,
	SP_RANKING_OPTION_COUNT
};

#define SP_RANKING_OPTIONS \
	[SP_RANKING_PERIOD] = SP_OPTION_PERIOD("k", \
		"rank the pages seen every K downloads"), \
	[SP_RANKING_DAMPING] = SP_OPTION_DAMPING, \
	[SP_RANKING_TOLERANCE] = SP_OPTION_REAL("tolerance", 0, 1, 1e-6, \
		"stop iterating when the L1 change falls below this"), \
	[SP_RANKING_ITERATIONS] = SP_OPTION_WHOLE("iterations", 1, 1e6, 100, \
		"maximum number of iterations"), \
	[SP_RANKING_START] = SP_OPTION_CHOICE("start", "warm|cold", \
		"start from the last ranks, or from equal ones"), \
	[SP_RANKING_METHOD] = SP_OPTION_CHOICE("method", "power|push|local", \
		"power iteration, push, or only what has changed")

/* With the options of the crawl's plan.  SP_MEMORY; free it in any case. */
enum sp_status sp_ranking_init(struct sp_ranking *ranking,
			       const struct sp_crawl_state *crawl);
void sp_ranking_free(struct sp_ranking *ranking); /* accepts zero bytes */

/*
 * Ranks what is seen now, and counts the ranking, its iterations and the links
 * that they read in the report of the crawl: those of all downloaded pages each
 * time, or with method=local those that rank was pushed along.  Not converging
 * is not an error.
 */
enum sp_status sp_ranking_update(struct sp_ranking *ranking,
				 struct sp_crawl_state *crawl);

/* The rank of a page at the last update; 0 if it was not seen then. */
static inline double
sp_ranking_of(const struct sp_ranking *ranking, uint32_t page)
{
	return ranking->kept ? sp_kept_rank(ranking->kept, page) :
			       ranking->rank[page];
}

/* Was the page seen at the last update? */
static inline bool
sp_ranking_has(const struct sp_ranking *ranking, uint32_t page)
{
	return sp_bit_test(ranking->seen, page);
}

#endif
