/* SPDX-License-Identifier: MIT */
/*
 * Target recall: how much of all relevance was downloaded
 * (seedpipe-algorithms(7), 8.9).
 */
#include "hotcurve.h"

static enum sp_status
recall_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	     double *values)
{
	double all = hotcurve_mass(run);

	hotcurve_collected(run, order, count, values);
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] = all > 0 ? values[i] / all : 0;
	return SP_OK;
}

const struct hotcurve_metric hotcurve_recall = {
	.needs = HOTCURVE_NEEDS_RELEVANCE,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT | HOTCURVE_UNTIL | HOTCURVE_HOURS,
	.curve = recall_curve, .shuffle = hotcurve_shuffle_share,
	.scale = SCALE_PROB,
	.title = "Target recall",
	.label = "share of all relevance"
};
