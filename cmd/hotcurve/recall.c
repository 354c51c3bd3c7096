/* SPDX-License-Identifier: MIT */
/*
 * Target recall: how much of all relevance was downloaded
 * (seedpipe-algorithms(7), 8.9).
 */
#include "hotcurve.h"

#include "measure/crawl/cumulative.h"

static enum sp_status
recall_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	     double *values)
{
	const struct sp_hotrank *ranking = &run->bench.ranking;
	double all;

	sp_cumulative(run->bench.score, order, count, run->sample.points,
		      run->sample.point_count, values);
	/* A single point: the relevance of all ranked pages. */
	sp_cumulative(run->bench.score, ranking->by_rank, ranking->count,
		      &ranking->count, 1, &all);
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] = all > 0 ? values[i] / all : 0;
	return SP_OK;
}

static double
recall_shuffle(const struct hotcurve_run *run, double part, double mass)
{
	(void)run;
	(void)mass;
	return part;
}

const struct hotcurve_metric hotcurve_recall = {
	.needs = HOTCURVE_NEEDS_RELEVANCE,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_AT,
	.curve = recall_curve, .shuffle = recall_shuffle,
	.scale = SCALE_PROB,
	.title = "Target recall",
	.label = "share of all relevance"
};
