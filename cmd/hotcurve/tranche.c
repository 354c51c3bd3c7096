/* SPDX-License-Identifier: MIT */
/*
 * The mean score of each tranche of the downloads (seedpipe-algorithms(7),
 * 8.3).
 */
#include "hotcurve.h"

#include "measure/crawl/cumulative.h"

#include <math.h>

static enum sp_status
tranche_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	      double *values)
{
	uint64_t most = run->bench.ranking.count, used;

	if (count > most)
		count = most;
	used = sp_tranche_count(count, run->sample.tranche);
	sp_tranches(run->bench.score, order, count, run->sample.tranche,
		    values);
	for (uint64_t i = used; i < run->sample.point_count; i++)
		values[i] = NAN;
	return SP_OK;
}

/* Points are the ends of tranches: --tranche pages, or --points of them. */
static enum sp_status
spread_tranches(struct hotcurve_run *run)
{
	uint64_t pages = run->bench.ranking.count, count;

	run->sample.tranche = run->options->tranche;
	if (!run->sample.tranche)
		run->sample.tranche =
			sp_tranche_count(pages, run->options->points);
	if (run->sample.tranche > pages)
		run->sample.tranche = pages;
	count = sp_tranche_count(pages, run->sample.tranche);
	if (hotcurve_set_points(run, count))
		return run->cmd->err.status;
	for (uint64_t i = 0; i < count; i++)
		run->sample.points[i] = (i + 1) * run->sample.tranche;
	/* The last tranche may be shorter. */
	run->sample.points[count - 1] = pages;
	return SP_OK;
}

const struct hotcurve_metric hotcurve_tranche = {
	.needs = HOTCURVE_NEEDS_BENCHMARK,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_TRANCHE | HOTCURVE_SCALE,
	.curve = tranche_curve, .shuffle = hotcurve_shuffle_mean,
	.spread = spread_tranches,
	.scale = SCALE_MEAN1,
	.title = "Score by tranches",
	.label = "mean score",
	.label_mean1 = "mean score (mean page: 1)"
};
