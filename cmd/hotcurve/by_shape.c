/* SPDX-License-Identifier: MIT */
/*
 * --by-shape: hot-page throughput in which a shape counts once, whatever its
 * pages: the share of the shapes with hot pages that are found.
 */
#include "hotcurve.h"

#include "measure/crawl/groupsfound.h"

/* run->bench.hits has the shapes that are found after each download. */
static enum sp_status
by_shape_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	       double *values)
{
	struct hotcurve_benchmark *bench = &run->bench;
	const uint32_t *groups = bench->hot_groups.unit_of;
	enum sp_status status = sp_groups_hot(
		&bench->ranking, &bench->hot, groups, bench->hot_groups.count,
		run->sample.points, run->sample.point_count, values, NULL,
		&run->cmd->err);

	if (!status)
		status = sp_groups_found(&bench->ranking, &bench->hot, groups,
					 bench->hot_groups.count, order, count,
					 bench->hits, &run->cmd->err);
	/* The best page is hot at every point: there is a shape to find. */
	for (uint64_t i = 0; !status && i < run->sample.point_count; i++)
		values[i] = bench->hits[run->sample.points[i]] / values[i];
	return status;
}

static enum sp_status
by_shape_shuffle(struct hotcurve_run *run, double *all, double *shuffle)
{
	const struct hotcurve_benchmark *bench = &run->bench;

	return sp_groups_hot(&bench->ranking, &bench->hot,
			     bench->hot_groups.unit_of, bench->hot_groups.count,
			     run->sample.points, run->sample.point_count, all,
			     shuffle, &run->cmd->err);
}

const struct hotcurve_metric hotcurve_by_shape = {
	.needs = HOTCURVE_NEEDS_BENCHMARK,
	.options = HOTCURVE_REACHABLE | HOTCURVE_POINTS | HOTCURVE_AT |
		   HOTCURVE_HOT | HOTCURVE_DIGITS | HOTCURVE_BY_SHAPE,
	.curve = by_shape_curve, .shuffle_all = by_shape_shuffle,
	.counted = "hot_shapes",
	.title = "Shapes with hot pages",
	.label = "share of shapes with hot pages found"
};
