/* SPDX-License-Identifier: MIT */
/*
 * Pages and scores by the depth at which a crawl found them.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "base/memory.h"
#include "eval/depth.h"

#include <math.h>
#include <stdlib.h>

#define DEEP 40 /* levels; beyond, depths are drawn by logarithm */

/* The depths of one order. */
struct order_depths {
	struct sp_depth *rows;
	uint64_t count;
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
has_depths(const struct sp_order *order)
{
	return order->count;
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

static enum sp_status
print_depths(struct hotcurve_run *run)
{
	struct cmd *cmd = run->cmd;
	uint64_t count = run->orders->count;
	struct order_depths *all = sp_alloc_zero(count, sizeof(*all));
	enum sp_status status = SP_OK;

	if (!all)
		return sp_no_memory(&cmd->err, "the depths");
	for (uint64_t i = 0; !status && i < count; i++)
		status = sp_depths(order_at(run, i), run->score, &all[i].rows,
				   &all[i].count, &cmd->err);
	if (!status)
		status = run->options->draws ? plot_depths(run, all) :
						 write_depths(run, all);
	for (uint64_t i = 0; i < count; i++)
		free(all[i].rows);
	free(all);
	return status;
}

const struct hotcurve_metric hotcurve_depth = {
	.options = HOTCURVE_BENCH | HOTCURVE_SCALE, .print = print_depths,
	.scale = SCALE_MEAN1
};
