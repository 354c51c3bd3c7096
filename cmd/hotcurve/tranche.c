/* SPDX-License-Identifier: MIT */
/*
 * The mean score of each tranche of the downloads.
 */
#include "hotcurve.h"

#include "base/memory.h"
#include "measure/crawl/cumulative.h"

#include <math.h>

static void
tranche_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	      double *values)
{
	enum hotcurve_scale scale = hotcurve_scale_of(run);
	uint64_t most = run->ranking.count, used;

	if (count > most)
		count = most;
	used = sp_tranche_count(count, run->tranche);
	sp_tranches(run->score, order, count, run->tranche, values);
	for (uint64_t i = 0; i < used; i++)
		values[i] = hotcurve_scaled(run, scale, values[i]);
	for (uint64_t i = used; i < run->point_count; i++)
		values[i] = NAN;
}

static double
tranche_shuffle(const struct hotcurve_run *run, double part, double mass)
{
	(void)part;
	return hotcurve_scaled(run, hotcurve_scale_of(run),
			       mass / (double)run->ranking.count);
}

/* Points are the ends of tranches: --tranche pages, or --points of them. */
static enum sp_status
spread_tranches(struct hotcurve_run *run)
{
	uint64_t pages = run->ranking.count, count;

	run->tranche = run->options->tranche;
	if (!run->tranche)
		run->tranche = sp_tranche_count(pages, run->options->points);
	if (run->tranche > pages)
		run->tranche = pages;
	count = sp_tranche_count(pages, run->tranche);
	run->points = sp_alloc(count, sizeof(*run->points));
	if (!run->points)
		return sp_no_memory(&run->cmd->err, "the points");
	for (uint64_t i = 0; i < count; i++)
		run->points[i] = (i + 1) * run->tranche;
	/* The last tranche may be shorter. */
	run->points[count - 1] = pages;
	run->point_count = count;
	return SP_OK;
}

const struct hotcurve_metric hotcurve_tranche = {
	.options = HOTCURVE_BENCH | HOTCURVE_REACHABLE | HOTCURVE_POINTS |
		   HOTCURVE_TRANCHE | HOTCURVE_SCALE,
	.curve = tranche_curve, .shuffle = tranche_shuffle,
	.spread = spread_tranches,
	.scale = SCALE_MEAN1,
	.title = "Score by tranches",
	.label_prob = "mean score",
	.label_mean1 = "mean score (mean page: 1)"
};
