/* SPDX-License-Identifier: MIT */
/*
 * The score that the downloads have collected.
 */
#include "hotcurve.h"

#include "measure/crawl/cumulative.h"

static enum sp_status
cumulative_curve(struct hotcurve_run *run, const uint32_t *order,
		 uint64_t count, double *values)
{
	enum hotcurve_scale scale = hotcurve_scale_of(run);

	sp_cumulative(run->bench.score, order, count, run->sample.points,
		      run->sample.point_count, values);
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] = hotcurve_scaled(run, scale, values[i]);
	return SP_OK;
}

static double
cumulative_shuffle(const struct hotcurve_run *run, double part, double mass)
{
	return hotcurve_scaled(run, hotcurve_scale_of(run), part * mass);
}

const struct hotcurve_metric hotcurve_cumulative = {
	.needs = HOTCURVE_NEEDS_BENCHMARK,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT | HOTCURVE_SCALE,
	.curve = cumulative_curve, .shuffle = cumulative_shuffle,
	.scale = SCALE_PROB,
	.title = "Score collected",
	.label = "share of the total score",
	.label_mean1 = "score collected (mean page: 1)"
};
