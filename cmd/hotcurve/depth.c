/* SPDX-License-Identifier: MIT */
/*
 * Pages and scores by their distance from the seeds, or by the depth at which
 * a crawl found them.
 *
 * A draw has three numbers a depth, and as many depths as its deepest page
 * has; draws of one order may differ in that, and a quantile at a depth is
 * over the draws that have it.  Distances depend on the seeds alone, so orders
 * of the same seeds would be curves on each other: only the first is drawn.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "measure/crawl/depth.h"
#include "measure/crawl/pageset.h"
#include "stream/section/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEEP 40 /* levels; beyond, depths are drawn by logarithm */

/* The figures of a depth in a draw: its sizes are multiples of this. */
enum { DEPTH_PAGES, DEPTH_MEAN, DEPTH_CUMULATIVE, DEPTH_SIZE };

/* ---- the depths ------------------------------------------------------- */

static enum sp_status
search_depths(struct hotcurve_run *run, const struct sp_order *order,
	      struct sp_depth **rows, uint64_t *count)
{
	struct cmd *cmd = run->cmd;
	uint64_t *seeds = sp_bitset_new(run->bench.pages);
	enum sp_status status;

	if (!seeds)
		return sp_no_memory(&cmd->err, "the seeds");
	status = sp_pageset_seeds(seeds, run->bench.pages, order, &cmd->err);
	if (!status)
		status = sp_depths(run->input.graph,
				   seeds, cmd->threads, run->bench.score, rows,
				   count, &cmd->err);
	free(seeds);
	return status;
}

/*
 * Adds a draw with these depths.  A depth without pages has no mean, and NaN
 * keeps it out of the quantiles.
 */
static enum sp_status
keep_depths(struct hotcurve_run *run, uint64_t i, const struct sp_depth *rows,
	    uint64_t count)
{
	double *values = hotcurve_draw(run, i, DEPTH_SIZE * count);

	if (!values)
		return sp_no_memory(&run->cmd->err, "the depths");
	for (uint64_t d = 0; d < count; d++) {
		double *row = &values[d * DEPTH_SIZE];

		/* A depth without pages has no mean. */
		row[DEPTH_PAGES] = (double)rows[d].pages;
		row[DEPTH_MEAN] = rows[d].pages ? rows[d].mean : NAN;
		row[DEPTH_CUMULATIVE] = rows[d].cumulative_mean;
	}
	return SP_OK;
}

static void
warn_of_pruned_graph(const struct hotcurve_run *run)
{
	const struct sp_basis *basis = &run->input.contents.basis;

	if (!run->options->recorded && !run->draws.count &&
	    !sp_fingerprint_equal(&basis->graph, &basis->origin))
		cmd_warn(run->cmd, "the graph was pruned or turned round: "
			 "depths are distances along the links that it has "
			 "(give the whole graph with -g)");
}

/*
 * Orders of one crawlorder have the same seeds, and so the same distances:
 * one search is for all of them.
 */
static enum sp_status
collect_depths(struct hotcurve_run *run, uint64_t i)
{
	const struct sp_order *order = order_at(run, i);
	bool recorded = run->options->recorded;
	struct sp_depth *rows = NULL;
	uint64_t count = 0, next = i;
	enum sp_status status;

	if (!recorded && i && hotcurve_same_seeds(order_at(run, i - 1), order))
		return SP_OK;
	warn_of_pruned_graph(run);
	status = recorded ? sp_depths_recorded(order, run->bench.pages,
					       run->bench.score, &rows, &count,
					       &run->cmd->err) :
			    search_depths(run, order, &rows, &count);
	do {
		if (!status)
			status = keep_depths(run, next, rows, count);
	} while (!recorded && ++next < run->input.orders->count &&
		 hotcurve_same_seeds(order_at(run, next), order));
	free(rows);
	return status;
}

/*
 * Curves that lie on each other would hide all but the last.  Orders with the
 * same seeds come one after another, so the order before is the one to compare
 * with.
 */
static bool
has_own_depths(const struct hotcurve_run *run, uint64_t i)
{
	const struct drawn_order *own = &run->draws.orders[i];
	const struct drawn_order *before;

	if (!draw_set_size(&run->draws, i))
		return false;
	if (!i || run->options->recorded)
		return true;
	before = own - 1;
	if (own->count != before->count)
		return true;
	for (uint64_t d = 0; d < own->count; d++)
		if (own->draws[d].size != before->draws[d].size ||
		    memcmp(own->draws[d].values, before->draws[d].values,
			   own->draws[d].size * sizeof(double)))
			return true;
	return false;
}

static uint64_t
levels_of(const struct hotcurve_run *run, uint64_t order)
{
	return draw_set_size(&run->draws, order) / DEPTH_SIZE;
}

static double
depth_quantile(struct hotcurve_run *run, uint64_t order, uint64_t depth,
	       int figure, double quantile)
{
	return draw_set_quantile(&run->draws, order,
				 depth * DEPTH_SIZE + (uint64_t)figure,
				 quantile);
}

/* ---- as a table ------------------------------------------------------- */

/* Writes a mean score on both scales. */
static void
write_mean(const struct hotcurve_run *run, struct table *table, double mean)
{
	sheet_number(table, hotcurve_scaled(run, SCALE_PROB, mean));
	sheet_number(table, hotcurve_scaled(run, SCALE_MEAN1, mean));
}

static void
write_depth(struct hotcurve_run *run, struct table *table, uint64_t order,
	    uint64_t depth)
{
	double pages = depth_quantile(run, order, depth, DEPTH_PAGES, .5);

	table_string(table, run->draws.orders[order].name);
	table_uint(table, depth + 1);
	sheet_count(table, pages);
	sheet_number(table, pages > 0 ? log10(pages) : NAN);
	write_mean(run, table,
		   depth_quantile(run, order, depth, DEPTH_MEAN, .5));
	write_mean(run, table,
		   depth_quantile(run, order, depth, DEPTH_CUMULATIVE, .5));
	for (int q = 1; hotcurve_has_quartiles(run) && q <= 3; q += 2) {
		sheet_number(table, depth_quantile(run, order, depth,
						   DEPTH_PAGES, q / 4.0));
		sheet_number(table, hotcurve_scaled(
			run, SCALE_MEAN1,
			depth_quantile(run, order, depth, DEPTH_MEAN,
				       q / 4.0)));
	}
}

static enum sp_status
depth_write_depths(struct hotcurve_run *run)
{
	const char *columns[] = {
		"order", "depth", "pages", "log10_pages", "mean", "mean_n",
		"cumulative_mean", "cumulative_mean_n", "pages_q1",
		"mean_n_q1", "pages_q3", "mean_n_q3", NULL
	};
	struct table table;

	if (!hotcurve_has_quartiles(run))
		columns[8] = NULL;
	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t i = 0; i < run->draws.count; i++)
		for (uint64_t d = 0; d < levels_of(run, i); d++)
			write_depth(run, &table, i, d);
	return table_end(&table);
}

/* ---- as a figure ------------------------------------------------------ */

/* What is drawn of all orders, at the most and at the least. */
struct depth_range {
	uint64_t deepest;
	double least, most; /* mean score */
};

/*
 * Columns: depth, then median and quartiles of the mean and of the pages.  The
 * range of the means is noted on the way, since it decides the axis.  A count
 * of 0 has no place on a logarithmic axis.
 */
static void
plot_depth_row(struct hotcurve_run *run, struct plot *plot, uint64_t order,
	       uint64_t depth, struct depth_range *range)
{
	static const double quantiles[] = { .5, .25, .75 };
	enum hotcurve_scale scale = hotcurve_scale_of(run);

	plot_number(plot, (double)depth + 1);
	for (int q = 0; q < 3; q++) {
		double mean = hotcurve_scaled(
			run, scale, depth_quantile(run, order, depth,
						   DEPTH_MEAN, quantiles[q]));

		range->least = fmin(range->least, mean);
		range->most = fmax(range->most, mean);
		plot_number(plot, mean);
	}
	for (int q = 0; q < 3; q++) {
		double pages = depth_quantile(run, order, depth, DEPTH_PAGES,
					      quantiles[q]);

		plot_number(plot, pages > 0 ? pages : NAN);
	}
	plot_row(plot);
}

static struct depth_range
plot_depth_data(struct hotcurve_run *run, struct plot *plot)
{
	struct depth_range range = { 0, INFINITY, -INFINITY };

	for (uint64_t i = 0; i < run->draws.count; i++) {
		uint64_t levels = levels_of(run, i);

		plot_data(plot, (unsigned)i);
		for (uint64_t d = 0; d < levels; d++)
			plot_depth_row(run, plot, i, d, &range);
		plot_data_end(plot);
		if (levels > range.deepest)
			range.deepest = levels;
	}
	return range;
}

/* A logarithm needs positive scores, and a single value leaves no range. */
static void
plot_mean_axis(struct plot *plot, const struct depth_range *range)
{
	if (range->least > 0 && range->most / range->least > 50)
		plot_line(plot, "set logscale y");
	if (range->most - range->least > 1e-6 * range->most)
		return;
	hotcurve_plot_range(plot, 'y', 0,
			    range->most > 0 ? 2 * range->most : 1);
}

/* Ticks are at whole depths; if there are many, the first ones get room. */
static void
plot_depth_axis(struct plot *plot, uint64_t deepest)
{
	if (deepest > DEEP) {
		plot_line(plot, "set logscale x\nset xrange [1:*]\n"
			  "set xtics (1, 3, 10, 30, 100, 300, '1k' 1000, "
			  "'10k' 10000, '100k' 100000, '1M' 1000000)");
		return;
	}
	/* Up to 2 at least: a single depth would leave no axis. */
	plot_line(plot, "set xrange [0.5:2<*]");
	plot_ticks(plot, 'x', 0, (double)deepest, true);
}

static enum sp_status
plot_depths(struct hotcurve_run *run)
{
	const char *score = hotcurve_scale_of(run) == SCALE_PROB ?
		"mean score" : "mean score (mean page: 1)";
	struct depth_range range;
	struct plot plot;
	enum sp_status status = hotcurve_plot_begin(
		run, &plot, "Pages and scores by depth", 2, run->draws.count);

	if (status)
		return status;
	range = plot_depth_data(run, &plot);
	plot_depth_axis(&plot, range.deepest);
	plot_axes(&plot, "depth (seeds: 1)", score);
	plot_mean_axis(&plot, &range);
	status = hotcurve_plot_bands(run, &plot, 2, range.deepest,
				     has_own_depths);
	if (status)
		return status;
	plot_axes(&plot, "depth (seeds: 1)", "pages");
	plot_line(&plot, "set logscale y\nset format y '%.0s%c'\n"
		  "set yrange [0.8:2<*]");
	status = hotcurve_plot_bands(run, &plot, 5, range.deepest,
				     has_own_depths);
	return status ? status : plot_end(&plot);
}

static enum sp_status
print_depths(struct hotcurve_run *run)
{
	return run->options->figure.draws ? plot_depths(run) :
					    depth_write_depths(run);
}

const struct hotcurve_metric hotcurve_depth = {
	.needs = HOTCURVE_NEEDS_BENCHMARK | HOTCURVE_NEEDS_DISTANCES,
	.options = HOTCURVE_SCALE,
	.collect = collect_depths, .print = print_depths,
	.scale = SCALE_MEAN1
};
