/* SPDX-License-Identifier: MIT */
/*
 * points.h - the numbers of downloads at which a curve is sampled.
 */
#ifndef SP_MEASURE_CRAWL_POINTS_H
#define SP_MEASURE_CRAWL_POINTS_H

#include <stdint.h>

#define SP_POINTS_MAX UINT64_C(1000000)

/*
 * Spreads count points (1 to SP_POINTS_MAX) evenly over 1 .. pages (at most
 * 2^32), ascending, without repetitions; the last one is pages.  points has
 * room for count numbers.  Returns how many there are: count, or pages if that
 * is less.
 */
uint64_t sp_points_spread(uint64_t pages, uint64_t count, uint64_t *points);

/*
 * fraction * pages rounded down (pages at least 1, 0 <= fraction <= 1), but at
 * least 1.  The fraction stands for the decimal number that it was read from:
 * 0.29 of 100 is 29, although the double 0.29 is a little less.
 */
uint64_t sp_points_at(uint64_t pages, double fraction);

#endif
