/* SPDX-License-Identifier: MIT */
/*
 * Harvest rate: how relevant the downloads are on average
 * (seedpipe-algorithms(7), 8.9; Chakrabarti, van den Berg and Dom 1999).
 */
#include "hotcurve.h"

static enum sp_status
harvest_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	      double *values)
{
	hotcurve_collected(run, order, count, values);
	/* After the end of a crawl, its rate is that of all its pages. */
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] /= (double)(run->sample.points[i] < count ?
					      run->sample.points[i] :
					      count);
	return SP_OK;
}

const struct hotcurve_metric hotcurve_harvest = {
	.needs = HOTCURVE_NEEDS_RELEVANCE,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT | HOTCURVE_HOURS,
	.curve = harvest_curve, .shuffle = hotcurve_shuffle_mean,
	.scale = SCALE_PROB,
	.title = "Harvest rate",
	.label = "mean relevance of the downloads"
};
