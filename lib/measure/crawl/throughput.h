/* SPDX-License-Identifier: MIT */
/*
 * throughput.h - hot-page throughput: which share of the best pages a crawl
 * has downloaded when it stops after K downloads (seedpipe-algorithms(7), 8.1;
 * Cho, Garcia-Molina and Page, 1998).
 *
 * The pages of ranks 1 to K are hot, and the throughput T(K) is the share of
 * them among the first K downloads.  A page is hit at K as soon as both its
 * position in the crawl and its rank are at most K, so counting pages by the
 * larger of the two gives T for all K in O(pages).
 *
 * Below, x is the number of downloads, 1 <= x <= ranking->count.
 */
#ifndef SP_MEASURE_CRAWL_THROUGHPUT_H
#define SP_MEASURE_CRAWL_THROUGHPUT_H

#include "measure/crawl/hotrank.h"

/* Which pages are hot after x downloads. */
struct sp_hot {
	uint64_t fixed;         /* number of hot pages; 0: the best x */
	const uint32_t *groups; /* of sp_hotrank_groups(): ties with the last
				   hot page are hot too; NULL: they are not */
	uint64_t most;          /* pages of later ranks are never hot, of
				   sp_hotrank_cap_each(), without groups;
				   0: all can be */
};

/*
 * Returns the number of downloads from which on a page is hot: its rank, or 1
 * of a fixed hot set; 0 if it never is.
 */
static inline uint64_t
sp_hot_from(const struct sp_hotrank *ranking, const struct sp_hot *hot,
	    uint32_t page)
{
	uint64_t rank = hot->groups ? hot->groups[page] : ranking->rank[page];

	if (hot->most && rank > hot->most)
		return 0;
	if (!hot->fixed)
		return rank;
	return rank && rank <= hot->fixed;
}

/*
 * Sets hits[x] to the number of hot pages among the first x of count
 * downloads, for x from 0 to ranking->count: hits has room for one number more
 * than that.  Pages that are not ranked are never hot.  No page comes twice in
 * order.
 */
void sp_hot_hits(const struct sp_hotrank *ranking, const struct sp_hot *hot,
		 const uint32_t *order, uint64_t count, uint32_t *hits);

/* Returns the number of pages that are hot after x downloads. */
uint64_t sp_hot_pages(const struct sp_hotrank *ranking,
		      const struct sp_hot *hot, uint64_t x);

/* Returns T(x), computed from hits. */
double sp_hot_throughput(const struct sp_hotrank *ranking,
			 const struct sp_hot *hot, const uint32_t *hits,
			 uint64_t x);

/* Returns the mean of T(1) to T(last), 1 <= last <= ranking->count. */
double sp_hot_mean(const struct sp_hotrank *ranking, const struct sp_hot *hot,
		   const uint32_t *hits, uint64_t last);

#endif
