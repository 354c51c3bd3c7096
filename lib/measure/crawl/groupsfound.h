/* SPDX-License-Identifier: MIT */
/*
 * groupsfound.h - hot groups of pages, such as shapes of URLs: the share of
 * them that a crawl has found (seedpipe-algorithms(7), 8.1).
 *
 * A group is hot when one of its pages is, and found with the first of its hot
 * pages that is downloaded.  So each group counts once, whether it has one hot
 * page or thousands.
 *
 * Below, group_of[page] is below groups for each page of the graph.
 */
#ifndef SP_MEASURE_CRAWL_GROUPSFOUND_H
#define SP_MEASURE_CRAWL_GROUPSFOUND_H

#include "measure/crawl/throughput.h"

/*
 * Sets found[x] to the number of groups of which a hot page is among the first
 * x of count downloads, for x from 0 to ranking->count; as sp_hot_hits() does
 * for pages.  O(pages), and 4 bytes for each group.  Returns SP_MEMORY.
 */
enum sp_status sp_groups_found(const struct sp_hotrank *ranking,
			       const struct sp_hot *hot,
			       const uint32_t *group_of, uint64_t groups,
			       const uint32_t *order, uint64_t count,
			       uint32_t *found, struct sp_error *err);

/*
 * For each of the points, which ascend and are numbers of downloads from 1 to
 * ranking->count: all[i] is the number of groups that are hot then, and
 * shuffle[i] the share of them that a random order of the ranked pages has
 * found, on average.  shuffle may be NULL.
 *
 * O(n + p log p) for n ranked pages and p points at equal distances, and 4
 * bytes for each page and each group.  Returns SP_MEMORY.
 */
enum sp_status sp_groups_hot(const struct sp_hotrank *ranking,
			     const struct sp_hot *hot, const uint32_t *group_of,
			     uint64_t groups, const uint64_t *points,
			     uint64_t point_count, double *all,
			     double *shuffle, struct sp_error *err);

#endif
