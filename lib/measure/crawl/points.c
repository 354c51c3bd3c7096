/* SPDX-License-Identifier: MIT */
#include "measure/crawl/points.h"

uint64_t
sp_points_spread(uint64_t pages, uint64_t count, uint64_t *points)
{
	if (count > pages)
		count = pages;
	/*
	 * The product fits: SP_POINTS_MAX times 2^32 is below 2^52.  It grows
	 * by at least count each time, so no point comes twice.
	 */
	for (uint64_t i = 0; i < count; i++)
		points[i] = (i + 1) * pages / count;
	return count;
}

uint64_t
sp_points_at(uint64_t pages, double fraction)
{
	double exact = fraction * (double)pages;
	/*
	 * The fraction and the product are each off by up to 2^-53 of their
	 * value; adding a little more than both lifts 28.999... to 29.
	 */
	uint64_t point = (uint64_t)(exact + exact * 0x1p-51);

	if (point < 1)
		return 1;
	return point < pages ? point : pages;
}
