/* SPDX-License-Identifier: MIT */
/*
 * A run of hotcurve: where curves are sampled, and the files of orders, one
 * after another.
 *
 * Figures of all orders are kept (draws.h) until the last file is read, because
 * orders of the same name in several files are draws of one: a median is known
 * at the end.  Orders themselves are large and are dropped with their file.
 * Ranks and points are those of the first file, unless --reachable makes them
 * those of the seeds of each.
 */
#include "hotcurve.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/memory.h"
#include "base/number.h"
#include "measure/crawl/pageset.h"
#include "measure/crawl/points.h"

#include <stdlib.h>
#include <string.h>

#define RUN_ROW(name) &hotcurve_##name,
const struct hotcurve_metric *const hotcurve_metrics[HOTCURVE_COUNT] = {
	HOTCURVE_METRICS(RUN_ROW)
};
#undef RUN_ROW

#define RUN_NAME(name) #name,
const char *const hotcurve_metric_names[HOTCURVE_COUNT] = {
	HOTCURVE_METRICS(RUN_NAME)
};
#undef RUN_NAME

#define SHORT_CRAWL 20 /* fewer than one page of 20 is downloaded */

/* ---- points ----------------------------------------------------------- */

/* "0.1,0.45": numbers between 0 and 1. */
static enum sp_status
read_fractions(struct hotcurve_run *run)
{
	const char *at = run->options->at;
	uint64_t capacity = 0;

	for (;; at++) {
		size_t length = strcspn(at, ",");
		double fraction;

		if (!sp_parse_double(at, length, &fraction) ||
		    !(fraction > 0 && fraction <= 1))
			return sp_fail(&run->cmd->err, SP_USAGE, "option --at:"
				       " \"%s\" is not a list of numbers "
				       "above 0 and up to 1, such as "
				       "0.1,0.45",
				       run->options->at);
		if (!sp_grow(&run->sample.fractions, &capacity,
			     run->sample.fraction_count + 1))
			return sp_no_memory(&run->cmd->err, "the points");
		run->sample.fractions[run->sample.fraction_count++] = fraction;
		at += length;
		if (!*at)
			return SP_OK;
	}
}

enum sp_status
hotcurve_set_points(struct hotcurve_run *run, uint64_t count)
{
	run->sample.points = sp_alloc(count, sizeof(*run->sample.points));
	run->sample.point_count = count;
	return run->sample.points ?
		       SP_OK : sp_no_memory(&run->cmd->err, "the points");
}

/*
 * With --reachable each draw reaches another number of pages.  Their curves
 * must have the same number of points to be put together, at the same
 * fractions, even if points coincide in a small draw.
 */
static void
spread_alike(struct hotcurve_run *run, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		run->sample.points[i] =
			(i + 1) * run->bench.ranking.count / count;
		if (!run->sample.points[i])
			run->sample.points[i] = 1;
	}
	run->sample.point_count = count;
}

/*
 * Over all ranked pages, so that tables of crawls from other seeds have the
 * same rows; but over the longest crawl if few of the points are within it.
 */
static enum sp_status
spread_points(struct hotcurve_run *run)
{
	uint64_t count = run->options->points, pages = run->bench.ranking.count;
	uint64_t longest = hotcurve_longest(run);

	if (run->metric->spread)
		return run->metric->spread(run);
	if (hotcurve_set_points(run, count))
		return run->cmd->err.status;
	/* The other files may have longer crawls. */
	if (hotcurve_files(run) == 1 && longest &&
	    longest < pages / SHORT_CRAWL)
		pages = longest;
	run->sample.point_count =
		sp_points_spread(pages, count, run->sample.points);
	if (run->options->reachable && hotcurve_files(run) > 1)
		spread_alike(run, count);
	return SP_OK;
}

static enum sp_status
find_points(struct hotcurve_run *run)
{
	if (!run->options->at)
		return spread_points(run);
	if (hotcurve_set_points(run, run->sample.fraction_count))
		return run->cmd->err.status;
	for (uint64_t i = 0; i < run->sample.fraction_count; i++)
		run->sample.points[i] = sp_points_at(run->bench.ranking.count,
						     run->sample.fractions[i]);
	/* sp_cumulative() needs points that ascend. */
	qsort(run->sample.points, run->sample.fraction_count,
	      sizeof(*run->sample.points), sp_compare_u64);
	return SP_OK;
}

/* ---- seeds ------------------------------------------------------------ */

/*
 * Orders of one crawlorder have the same seeds and follow each other in the
 * stream, so comparing with the order before is enough to make one search for
 * all.  What was found for it is in run->reach, also when the file changes: i
 * is 0 then, and the search is made.  0 pages: the order before needed none.
 */
enum sp_status
hotcurve_count_reached(struct hotcurve_run *run, uint64_t i,
		       struct hotcurve_reach *reach)
{
	uint64_t pages = run->bench.pages, *set;
	const struct sp_order *order = order_at(run, i);
	struct cmd *cmd = run->cmd;
	enum sp_status status;

	*reach = run->reach;
	if (i && reach->pages &&
	    hotcurve_same_seeds(order_at(run, i - 1), order))
		return SP_OK;
	set = sp_bitset_new(pages);
	if (!set)
		return sp_no_memory(&cmd->err, "the seeds");
	status = sp_pageset_seeds(set, pages, order, &cmd->err);
	reach->seeds = sp_bitset_count(set, pages);
	if (!status)
		status = sp_pageset_reach(set, run->input.graph, cmd->threads,
					  &cmd->err);
	reach->pages = sp_bitset_count(set, pages);
	run->reach = *reach;
	free(set);
	return status;
}

/* ---- the run ---------------------------------------------------------- */

static enum sp_status
hotcurve_print(struct hotcurve_run *run)
{
	if (run->options->until)
		return hotcurve_print_until(run);
	if (run->metric->print)
		return run->metric->print(run);
	return hotcurve_print_curves(run);
}

/* Its figures, or only its name, for the figure. */
static enum sp_status
collect_order(struct hotcurve_run *run, uint64_t i)
{
	if (run->options->until)
		return hotcurve_collect_until(run, i);
	if (run->metric->curve)
		return hotcurve_collect_curve(run, i);
	if (run->metric->collect)
		return run->metric->collect(run, i);
	return hotcurve_draw(run, i, 0) ? SP_OK :
		sp_no_memory(&run->cmd->err, "an order");
}

/*
 * Collects the figures of all orders, file after file.  The benchmark is found
 * once, from the first; ranks and points again only where hotcurve_rank() has
 * forgotten them.
 */
static enum sp_status
collect_files(struct hotcurve_run *run)
{
	uint64_t files = hotcurve_files(run);
	bool judged = hotcurve_is_judged(run);
	enum sp_status status = SP_OK;

	if (judged)
		status = hotcurve_find_benchmark(run);
	else
		status = hotcurve_take_graph(run);
	if (!status && hotcurve_is_timed(run) && !run->options->at &&
	    !run->options->until)
		status = hotcurve_look_ahead(run);
	for (uint64_t f = 0; !status && f < files; f++) {
		if (f)
			status = hotcurve_load_next(run, f);
		if (!status && run->options->figure.draws)
			status = hotcurve_note_origin(run);
		if (!status && judged)
			status = hotcurve_rank(run, f + 1 == files);
		if (!status && hotcurve_is_timed(run))
			status = hotcurve_find_moments(run);
		else if (!status && judged && !run->sample.points &&
			 !run->options->until)
			status = find_points(run);
		for (uint64_t i = 0; !status && i < run->input.orders->count;
		     i++)
			status = collect_order(run, i);
	}
	if (!status && judged) {
		cmd_count(run->cmd, "pages", run->bench.pages);
		cmd_count(run->cmd, "ranked", run->bench.ranking.count);
	}
	return status;
}

static void
hotcurve_free(struct hotcurve_run *run)
{
	cmd_output_free(run->output);
	draw_set_free(&run->draws);
	draw_set_free(&run->baselines);
	sp_hotrank_free(&run->bench.ranking);
	sp_units_free(&run->bench.hot_groups);
	sp_shapes_free(&run->bench.shapes);
	hotcurve_origin_free(&run->origin);
	free(run->input.label);
	free(run->input.made);
	free(run->input.drawn);
	free(run->bench.groups);
	free(run->bench.hits);
	free(run->sample.fractions);
	free(run->sample.points);
	free(run->sample.moments);
	free(run->sample.targets);
	free(run->bench.reachable);
	free(run->bench.computed);
	sp_contents_free(&run->input.contents);
	sp_contents_free(&run->input.bench);
}

enum sp_status
hotcurve_run(struct cmd *cmd, const struct hotcurve_options *options)
{
	struct hotcurve_run run = {
		.cmd = cmd, .options = options,
		.metric = options->summary ? &hotcurve_summary :
			options->hot.by_shape ? &hotcurve_by_shape :
			hotcurve_metrics[options->metric]
	};
	bool tables = run.metric->needs & HOTCURVE_NEEDS_TABLES;
	enum sp_status status = SP_OK;

	/* A mistake in a list should not cost a load. */
	if (options->at)
		status = hotcurve_is_timed(&run) ?
				 hotcurve_read_moments(&run) :
				 read_fractions(&run);
	else if (options->until)
		status = hotcurve_read_targets(&run);
	/* Nor should an image that cannot be drawn. */
	if (!status && options->figure.image != FIGURE_NONE) {
		run.output = cmd_output_draw(cmd);
		status = run.output ? SP_OK : cmd->err.status;
	}
	if (!status && !tables)
		status = hotcurve_load(&run);
	if (!status && !tables)
		status = collect_files(&run);
	if (!status) {
		if (!run.output)
			run.output = cmd_output_open(cmd, cmd->output, false);
		status = run.output ? hotcurve_print(&run) : cmd->err.status;
	}
	if (!status) {
		cmd_count(cmd, "orders", run.draws.count);
		status = cmd_output_commit(run.output);
	}
	hotcurve_free(&run);
	return status;
}

