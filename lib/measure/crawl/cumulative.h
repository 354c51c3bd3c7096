/* SPDX-License-Identifier: MIT */
/*
 * cumulative.h - the score that a crawl has collected after x downloads
 * (seedpipe-algorithms(7), 8.2 and 8.3).  Sums are taken in the order of the
 * crawl, by the chunks of rank/sum.h, which keeps long sums accurate.
 */
#ifndef SP_MEASURE_CRAWL_CUMULATIVE_H
#define SP_MEASURE_CRAWL_CUMULATIVE_H

#include <stdint.h>

/*
 * Sets sums[i] to the sum of the scores of the first points[i] of count
 * downloads (of all, if that is more).  points ascend; sums has room for
 * point_count values.
 */
void sp_cumulative(const double *score, const uint32_t *order, uint64_t count,
		   const uint64_t *points, uint64_t point_count, double *sums);

/* Returns the number of tranches of tranche >= 1 pages in count downloads. */
uint64_t sp_tranche_count(uint64_t count, uint64_t tranche);

/*
 * Sets means to the mean score of each tranche: the first tranche downloads,
 * the next, and so on; the last one may be shorter.  means has room for
 * sp_tranche_count() values.
 */
void sp_tranches(const double *score, const uint32_t *order, uint64_t count,
		 uint64_t tranche, double *means);

#endif
