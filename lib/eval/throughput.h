/* SPDX-License-Identifier: MIT */
/*
 * throughput.h - hot-page throughput: which part of the best pages a crawl
 * has downloaded when it stops after so many (seedpipe-algorithms(7), 8.1;
 * Cho, Garcia-Molina and Page, 1998).
 *
 * The K pages of the ranks 1 to K are hot, and the throughput T(K) is the
 * part of them among the first K downloads.  A page is hit at K as soon as
 * both its position in the crawl and its rank are at most K, so one count by
 * the larger of the two gives T for all K in O(pages).
 *
 * In what follows x is the number of downloads, 1 <= x <= ranking->count.
 */
#ifndef SP_EVAL_THROUGHPUT_H
#define SP_EVAL_THROUGHPUT_H

#include "eval/hotrank.h"

/* Which pages are hot after x downloads. */
struct sp_hot {
	uint64_t fixed;         /* the best so many; 0: the best x */
	const uint32_t *groups; /* of sp_hotrank_groups(): pages as good as
				   the last of them are hot too; or NULL */
};

/*
 * hits[x] is the number of hot pages among the first x of count downloads,
 * for x from 0 to ranking->count, which is the length of hits less 1.  Pages
 * that are not ranked are never hot.  No page comes twice in order.
 */
void sp_hot_hits(const struct sp_hotrank *ranking, const struct sp_hot *hot,
		 const uint32_t *order, uint64_t count, uint32_t *hits);

/* How many pages are hot after x downloads. */
uint64_t sp_hot_pages(const struct sp_hotrank *ranking,
		      const struct sp_hot *hot, uint64_t x);

/* T(x) from the hits. */
double sp_hot_throughput(const struct sp_hotrank *ranking,
			 const struct sp_hot *hot, const uint32_t *hits,
			 uint64_t x);

/* The mean of T(1) to T(last), 1 <= last <= ranking->count. */
double sp_hot_mean(const struct sp_hotrank *ranking, const struct sp_hot *hot,
		   const uint32_t *hits, uint64_t last);

#endif
