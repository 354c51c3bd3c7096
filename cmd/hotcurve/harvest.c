/* SPDX-License-Identifier: MIT */
/*
 * Harvest rate: how relevant the downloads are on average
 * (seedpipe-algorithms(7), 8.9; Chakrabarti, van den Berg and Dom 1999).
 */
#include "hotcurve.h"

#include "measure/crawl/cumulative.h"

static void
harvest_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	      double *values)
{
	sp_cumulative(run->score, order, count, run->points, run->point_count,
		      values);
	/* After the end of a crawl, its rate is that of all its pages. */
	for (uint64_t i = 0; i < run->point_count; i++)
		values[i] /= (double)(run->points[i] < count ?
				      run->points[i] : count);
}

static double
harvest_shuffle(const struct hotcurve_run *run, double part, double mass)
{
	(void)part;
	return mass / (double)run->ranking.count;
}

const struct hotcurve_metric hotcurve_harvest = {
	.options = HOTCURVE_BENCH | HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT | HOTCURVE_TOPIC,
	.curve = harvest_curve, .shuffle = harvest_shuffle,
	.scale = SCALE_PROB,
	.title = "Harvest rate",
	.label_prob = "mean relevance of the downloads"
};
