/* SPDX-License-Identifier: MIT */
/*
 * Hot-page throughput: the share of the best pages among the downloads.
 */
#include "hotcurve.h"

static void
throughput_curve(struct hotcurve_run *run, const uint32_t *order,
		 uint64_t count, double *values)
{
	sp_hot_hits(&run->ranking, &run->hot, order, count, run->hits);
	for (uint64_t i = 0; i < run->point_count; i++)
		values[i] = sp_hot_throughput(&run->ranking, &run->hot,
					      run->hits, run->points[i]);
}

static double
throughput_shuffle(const struct hotcurve_run *run, double part, double mass)
{
	(void)run;
	(void)mass;
	return part;
}

const struct hotcurve_metric hotcurve_throughput = {
	.options = HOTCURVE_BENCH | HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT | HOTCURVE_HOT | HOTCURVE_DIGITS,
	.curve = throughput_curve, .shuffle = throughput_shuffle,
	.title = "Hot-page throughput",
	.label_mean1 = "share of best pages found"
};
