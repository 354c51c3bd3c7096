/* SPDX-License-Identifier: MIT */
/*
 * Harvest rate: how relevant the downloads are on average
 * (seedpipe-algorithms(7), 8.9; Chakrabarti, van den Berg and Dom 1999).
 */
#include "hotcurve.h"

#include "measure/crawl/cumulative.h"

static enum sp_status
harvest_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	      double *values)
{
	sp_cumulative(run->bench.score, order, count, run->sample.points,
		      run->sample.point_count, values);
	/* After the end of a crawl, its rate is that of all its pages. */
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] /= (double)(run->sample.points[i] < count ?
					      run->sample.points[i] :
					      count);
	return SP_OK;
}

static double
harvest_shuffle(const struct hotcurve_run *run, double part, double mass)
{
	(void)part;
	return mass / (double)run->bench.ranking.count;
}

const struct hotcurve_metric hotcurve_harvest = {
	.needs = HOTCURVE_NEEDS_RELEVANCE,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT,
	.curve = harvest_curve, .shuffle = harvest_shuffle,
	.scale = SCALE_PROB,
	.title = "Harvest rate",
	.label = "mean relevance of the downloads"
};
