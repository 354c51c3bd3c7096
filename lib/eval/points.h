/* SPDX-License-Identifier: MIT */
/*
 * points.h - after how many downloads a curve is told.
 */
#ifndef SP_EVAL_POINTS_H
#define SP_EVAL_POINTS_H

#include <stdint.h>

#define SP_POINTS_MAX UINT64_C(1000000)

/*
 * Spreads up to count points (1 to SP_POINTS_MAX) evenly over 1 to pages (at
 * most 2^32): ascending, without repetitions, the last one being pages.
 * points has room for count.  Returns how many there are: all of 1 to pages
 * where that is less.
 */
uint64_t sp_points_spread(uint64_t pages, uint64_t count, uint64_t *points);

/*
 * The whole part of fraction * pages (pages at least 1, 0 <= fraction <= 1),
 * but at least 1.  The fraction stands for the decimal number that it was
 * read from: 0.29 of 100 is 29, although the double is a little less.
 */
uint64_t sp_points_at(uint64_t pages, double fraction);

#endif
