/* SPDX-License-Identifier: MIT */
/*
 * The mean score of each tranche of the downloads.
 */
#include "hotcurve.h"

#include "base/memory.h"
#include "measure/crawl/cumulative.h"

#include <math.h>

static enum sp_status
tranche_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	      double *values)
{
	enum hotcurve_scale scale = hotcurve_scale_of(run);
	uint64_t most = run->bench.ranking.count, used;

	if (count > most)
		count = most;
	used = sp_tranche_count(count, run->sample.tranche);
	sp_tranches(run->bench.score, order, count, run->sample.tranche,
		    values);
	for (uint64_t i = 0; i < used; i++)
		values[i] = hotcurve_scaled(run, scale, values[i]);
	for (uint64_t i = used; i < run->sample.point_count; i++)
		values[i] = NAN;
	return SP_OK;
}

static double
tranche_shuffle(const struct hotcurve_run *run, double part, double mass)
{
	(void)part;
	return hotcurve_scaled(run, hotcurve_scale_of(run),
			       mass / (double)run->bench.ranking.count);
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
	run->sample.points = sp_alloc(count, sizeof(*run->sample.points));
	if (!run->sample.points)
		return sp_no_memory(&run->cmd->err, "the points");
	for (uint64_t i = 0; i < count; i++)
		run->sample.points[i] = (i + 1) * run->sample.tranche;
	/* The last tranche may be shorter. */
	run->sample.points[count - 1] = pages;
	run->sample.point_count = count;
	return SP_OK;
}

const struct hotcurve_metric hotcurve_tranche = {
	.needs = HOTCURVE_NEEDS_BENCHMARK,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_TRANCHE | HOTCURVE_SCALE,
	.curve = tranche_curve, .shuffle = tranche_shuffle,
	.spread = spread_tranches,
	.scale = SCALE_MEAN1,
	.title = "Score by tranches",
	.label = "mean score",
	.label_mean1 = "mean score (mean page: 1)"
};
