/* SPDX-License-Identifier: MIT */
/*
 * hotrank.h - ranks the pages of a graph by a benchmark score, best first
 * (seedpipe-algorithms(7), 8.1).
 */
#ifndef SP_MEASURE_CRAWL_HOTRANK_H
#define SP_MEASURE_CRAWL_HOTRANK_H

#include "base/bitset.h"
#include "base/status.h"

/* A ranking; release it with sp_hotrank_free(). */
struct sp_hotrank {
	uint64_t pages;    /* of the graph */
	uint64_t count;    /* ranked pages */
	uint32_t *by_rank; /* the ranked pages, the best first */
	uint32_t *rank;    /* of each page, from 1; 0 if it is not ranked */
	uint64_t *tied;    /* bitset of the ranks k whose page has the same
			      score as the page of rank k + 1 */
};

#define SP_DIGITS_MAX 17
#define SP_RANKED_MAX UINT64_C(4294967294) /* pages */

/*
 * Ranks pages by score descending, equal scores by page ascending.  score has
 * a finite value for each of pages pages (up to SP_RANKED_MAX); -0 and 0 are
 * equal.  mask is a bitset of the pages to rank; NULL ranks all.  digits:
 * round scores to this many decimals first; 0: compare them to the last bit.
 *
 * A radix sort, O(pages).  Takes 8 bytes per page, and 4 more while it works.
 * Returns SP_DATA for more than SP_RANKED_MAX pages; SP_MEMORY.
 */
enum sp_status sp_hotrank_make(struct sp_hotrank *ranking, const double *score,
			       uint64_t pages, const uint64_t *mask,
			       unsigned digits, struct sp_error *err);
void sp_hotrank_free(struct sp_hotrank *ranking); /* accepts zero bytes */

/* Returns whether rank and rank + 1 have equal scores; 0 <= rank <= count. */
static inline bool
sp_hotrank_tied(const struct sp_hotrank *ranking, uint64_t rank)
{
	return sp_bit_test(ranking->tied, rank);
}

/*
 * Sets groups[page] to the first rank that has the score of page, so that it
 * is equal for equal scores; 0 if the page is not ranked.  groups has room for
 * all pages.
 */
void sp_hotrank_groups(const struct sp_hotrank *ranking, uint32_t *groups);

#endif
