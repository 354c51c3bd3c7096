/* SPDX-License-Identifier: MIT */
/*
 * hotcap.h - hot pages of which no group has more than its share, or more than
 * a number (seedpipe-algorithms(7), 8.1).
 *
 * The best pages by PageRank may be one template of one host, such as a photo
 * gallery: then a curve of throughput says how soon a crawl finds that gallery.
 */
#ifndef SP_MEASURE_CRAWL_HOTCAP_H
#define SP_MEASURE_CRAWL_HOTCAP_H

#include "measure/crawl/hotrank.h"

/*
 * Changes a ranking so that, for every K, at most share of the best K pages are
 * of one group, rounded up: the page of rank K is the best one left whose group
 * has fewer than share times K, rounded up, among those before it.  If every
 * group that is left has as many, the page is of the one that goes least beyond
 * its share; *kept is the largest K up to which that was not needed.
 *
 * group_of[page] is below groups for each page of the graph; 0 < share <= 1.
 * Ranks are then no longer by score, and none is tied with the next one.
 *
 * O(n log n) for n ranked pages, with 16 bytes for each and 4 for each group.
 * Returns SP_MEMORY, and then the ranking is as it was.
 */
enum sp_status sp_hotrank_cap(struct sp_hotrank *ranking,
			      const uint32_t *group_of, uint64_t groups,
			      double share, uint64_t *kept,
			      struct sp_error *err);

/*
 * Changes a ranking so that the best `most` pages of each group come before all
 * others, and otherwise keeps the order; *hot is the number of the former.  Of
 * the best K pages, K <= *hot, at most `most` are then of one group, and they
 * are the best pages of which that is true.  Groups and ties are as above, and
 * most is at least 1.
 *
 * O(n) for n ranked pages, with 4 bytes for each and 4 for each group.  Returns
 * SP_MEMORY, and then the ranking is as it was.
 */
enum sp_status sp_hotrank_cap_each(struct sp_hotrank *ranking,
				   const uint32_t *group_of, uint64_t groups,
				   uint64_t most, uint64_t *hot,
				   struct sp_error *err);

#endif
