/* SPDX-License-Identifier: MIT */
/*
 * Hot-page throughput: the share of the best pages among the downloads.
 */
#include "hotcurve.h"

static enum sp_status
throughput_curve(struct hotcurve_run *run, const uint32_t *order,
		 uint64_t count, double *values)
{
	sp_hot_hits(&run->bench.ranking, &run->bench.hot, order, count,
		    run->bench.hits);
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] = sp_hot_throughput(&run->bench.ranking,
					      &run->bench.hot, run->bench.hits,
					      run->sample.points[i]);
	return SP_OK;
}

const struct hotcurve_metric hotcurve_throughput = {
	.needs = HOTCURVE_NEEDS_BENCHMARK,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT | HOTCURVE_HOT | HOTCURVE_DIGITS |
		   HOTCURVE_BY_SHAPE | HOTCURVE_HOURS,
	.curve = throughput_curve, .shuffle = hotcurve_shuffle_share,
	.title = "Hot-page throughput",
	.label = "share of best pages found"
};
