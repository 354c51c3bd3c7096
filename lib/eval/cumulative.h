/* SPDX-License-Identifier: MIT */
/*
 * cumulative.h - how much score a crawl has collected after x downloads
 * (seedpipe-algorithms(7), 8.2 and 8.3).  Sums are taken in the order of the
 * crawl, by the chunks of rank/sum.h, which keeps long sums accurate.
 */
#ifndef SP_EVAL_CUMULATIVE_H
#define SP_EVAL_CUMULATIVE_H

#include <stdint.h>

/*
 * sums[i] is the sum of the scores of the first points[i] of count downloads;
 * of all where that is more.  points ascend.
 */
void sp_cumulative(const double *score, const uint32_t *order, uint64_t count,
		   const uint64_t *points, uint64_t point_count, double *sums);

/* Tranches of so many pages (at least 1) in count downloads. */
uint64_t sp_tranche_count(uint64_t count, uint64_t tranche);

/*
 * The mean score of each tranche: of the first so many downloads, the next,
 * and so on; the last may be of fewer.  means has room for all.
 */
void sp_tranches(const double *score, const uint32_t *order, uint64_t count,
		 uint64_t tranche, double *means);

#endif
