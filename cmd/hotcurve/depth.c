/* SPDX-License-Identifier: MIT */
/*
 * Pages and scores by their distance from the seeds, or by the depth at which
 * a crawl found them.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "base/memory.h"
#include "eval/depth.h"
#include "eval/pageset.h"
#include "section/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEEP 40 /* levels; beyond, depths are drawn by logarithm */

/* The depths of one order. */
struct order_depths {
	struct sp_depth *rows;
	uint64_t count;
	bool shared;            /* they are those of the order before */
};

/* Writes a mean score on both scales. */
static void
write_mean(const struct hotcurve_run *run, struct table *table, double mean)
{
	sheet_number(table, hotcurve_scaled(run, SCALE_PROB, mean));
	sheet_number(table, hotcurve_scaled(run, SCALE_MEAN1, mean));
}

static enum sp_status
write_depths(struct hotcurve_run *run, const struct order_depths *all)
{
	static const char *const columns[] = {
		"order", "depth", "pages", "log10_pages", "mean", "mean_n",
		"cumulative_mean", "cumulative_mean_n", NULL
	};
	struct table table;

	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t i = 0; i < run->orders->count; i++) {
		const char *name = order_at(run, i)->name;

		for (uint64_t d = 0; d < all[i].count; d++) {
			const struct sp_depth *row = &all[i].rows[d];
			/* Added to a number, NaN makes it "no value". */
			double none = row->pages ? 0 : NAN;

			table_string(&table, name);
			table_uint(&table, d + 1);
			table_uint(&table, row->pages);
			sheet_number(&table, row->log10_pages + none);
			write_mean(run, &table, row->mean + none);
			write_mean(run, &table, row->cumulative_mean);
		}
	}
	return table_end(&table);
}

/* What is drawn of all orders, at the most and at the least. */
struct depth_range {
	uint64_t deepest;
	double least, most; /* mean score */
};

/* Writes the depths of all orders as data. */
static struct depth_range
plot_depth_data(const struct hotcurve_run *run, const struct order_depths *all,
		struct plot *plot)
{
	enum hotcurve_scale scale = hotcurve_scale_of(run);
	struct depth_range range = { 0, INFINITY, -INFINITY };

	for (uint64_t i = 0; i < run->orders->count; i++) {
		plot_data(plot, (unsigned)i);
		for (uint64_t d = 0; d < all[i].count; d++) {
			const struct sp_depth *row = &all[i].rows[d];
			double none = row->pages ? 0 : NAN;
			double mean = hotcurve_scaled(run, scale,
						      row->mean + none);

			range.least = fmin(range.least, mean);
			range.most = fmax(range.most, mean);
			plot_number(plot, (double)d + 1);
			plot_number(plot, mean);
			plot_number(plot, (double)row->pages + none);
			plot_row(plot);
		}
		plot_data_end(plot);
		if (all[i].count > range.deepest)
			range.deepest = all[i].count;
	}
	return range;
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

static bool
same_seeds(const struct sp_order *a, const struct sp_order *b)
{
	return a->seed_count && a->seed_count == b->seed_count &&
	       !memcmp(a->seeds, b->seeds, a->seed_count * sizeof(*a->seeds));
}

/* Are its depths those of the order before? */
static bool
repeats_depths(const struct hotcurve_run *run, uint64_t i)
{
	return i && !run->options->recorded &&
	       same_seeds(order_at(run, i - 1), order_at(run, i));
}

/* Curves that lie on each other would hide all but the last. */
static bool
has_depths(const struct hotcurve_run *run, uint64_t i)
{
	return order_at(run, i)->count && !repeats_depths(run, i);
}

static enum sp_status
plot_depths(struct hotcurve_run *run, const struct order_depths *all)
{
	const char *score = hotcurve_scale_of(run) == SCALE_PROB ?
		"mean score" : "mean score (mean page: 1)";
	struct plot_curve curve = { .x = 1, .y = 2 };
	struct depth_range range;
	struct plot plot;
	enum sp_status status = hotcurve_plot_begin(
		run, &plot, "Pages and scores by depth", 2, run->orders->count);

	if (status)
		return status;
	range = plot_depth_data(run, all, &plot);
	plot_depth_axis(&plot, range.deepest);
	plot_axes(&plot, "depth (seeds: 1)", score);
	/* A logarithm needs positive scores. */
	if (range.least > 0 && range.most / range.least > 50)
		plot_line(&plot, "set logscale y");
	status = hotcurve_plot_orders(run, &plot, curve, range.deepest,
				      has_depths);
	if (status)
		return status;
	curve.y = 3;
	plot_axes(&plot, "depth (seeds: 1)", "pages");
	plot_line(&plot, "set logscale y\nset format y '%.0s%c'\n"
		  "set yrange [0.8:2<*]");
	status = hotcurve_plot_orders(run, &plot, curve, range.deepest,
				      has_depths);
	return status ? status : plot_end(&plot);
}

/* ---- the depths ------------------------------------------------------- */

static enum sp_status
search_depths(struct hotcurve_run *run, const struct sp_order *order,
	      struct order_depths *depths)
{
	struct cmd *cmd = run->cmd;
	uint64_t *seeds = sp_bitset_new(run->pages);
	enum sp_status status;

	if (!seeds)
		return sp_no_memory(&cmd->err, "the seeds");
	status = sp_pageset_seeds(seeds, run->pages, order, &cmd->err);
	if (!status)
		status = sp_depths(sp_contents_graph(&run->contents), seeds,
				   cmd->threads, run->score, &depths->rows,
				   &depths->count, &cmd->err);
	free(seeds);
	return status;
}

/* Orders of one crawlorder have the same seeds: one search is for all. */
static enum sp_status
find_depths(struct hotcurve_run *run, struct order_depths *all)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < run->orders->count; i++) {
		const struct sp_order *order = order_at(run, i);

		if (run->options->recorded) {
			status = sp_depths_recorded(order, run->score,
						    &all[i].rows,
						    &all[i].count,
						    &run->cmd->err);
		} else if (repeats_depths(run, i)) {
			all[i] = all[i - 1];
			all[i].shared = true;
		} else {
			status = search_depths(run, order, &all[i]);
		}
	}
	return status;
}

static void
warn_of_pruned_graph(const struct hotcurve_run *run)
{
	const struct sp_basis *basis = &run->contents.basis;

	if (!run->options->recorded &&
	    !sp_fingerprint_equal(&basis->graph, &basis->origin))
		cmd_warn(run->cmd, "the graph was pruned: depths are distances "
			 "along the links that are left (give the whole graph "
			 "with -g)");
}

static enum sp_status
print_depths(struct hotcurve_run *run)
{
	struct cmd *cmd = run->cmd;
	uint64_t count = run->orders->count;
	struct order_depths *all = sp_alloc_zero(count, sizeof(*all));
	enum sp_status status;

	if (!all)
		return sp_no_memory(&cmd->err, "the depths");
	warn_of_pruned_graph(run);
	status = find_depths(run, all);
	if (!status)
		status = run->options->draws ? plot_depths(run, all) :
						 write_depths(run, all);
	for (uint64_t i = 0; i < count; i++)
		if (!all[i].shared)
			free(all[i].rows);
	free(all);
	return status;
}

const struct hotcurve_metric hotcurve_depth = {
	.options = HOTCURVE_BENCH | HOTCURVE_SCALE | HOTCURVE_DEPTH,
	.print = print_depths, .scale = SCALE_MEAN1
};
