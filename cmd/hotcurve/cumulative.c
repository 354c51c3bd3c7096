/* SPDX-License-Identifier: MIT */
/*
 * The score that the downloads have collected (seedpipe-algorithms(7), 8.2).
 */
#include "hotcurve.h"

static enum sp_status
cumulative_curve(struct hotcurve_run *run, const uint32_t *order,
		 uint64_t count, double *values)
{
	hotcurve_collected(run, order, count, values);
	return SP_OK;
}

static double
cumulative_shuffle(const struct hotcurve_run *run, double part, double mass)
{
	(void)run;
	return part * mass;
}

const struct hotcurve_metric hotcurve_cumulative = {
	.needs = HOTCURVE_NEEDS_BENCHMARK,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT | HOTCURVE_UNTIL | HOTCURVE_SCALE |
		   HOTCURVE_HOURS,
	.curve = cumulative_curve, .shuffle = cumulative_shuffle,
	.scale = SCALE_PROB,
	.title = "Score collected",
	.label = "share of the total score",
	.label_mean1 = "score collected (mean page: 1)"
};
