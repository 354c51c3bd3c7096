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

static enum sp_status
plot_depths(struct hotcurve_run *run, const struct order_depths *all)
{
	enum hotcurve_scale scale = hotcurve_scale_of(run);
	struct plot_curve curve = { .x = 1 };
	uint64_t deepest = 0;
	struct plot plot;

	hotcurve_plot_begin(run, &plot, 2, "Depths");
	for (uint64_t i = 0; i < run->orders->count; i++) {
		plot_data(&plot, (unsigned)i);
		for (uint64_t d = 0; d < all[i].count; d++) {
			const struct sp_depth *row = &all[i].rows[d];
			double none = row->pages ? 0 : NAN;

			plot_number(&plot, (double)d + 1);
			plot_number(&plot, hotcurve_scaled(
				run, scale, row->mean + none));
			plot_number(&plot, (double)row->pages + none);
			plot_row(&plot);
		}
		plot_data_end(&plot);
		if (all[i].count > deepest)
			deepest = all[i].count;
	}
	curve.every = 1 + deepest / 20;
	plot_line(&plot, "set key inside");
	/* Up to 2 at least: a single depth would leave no axis. */
	plot_line(&plot, "set xrange [0.5:2<*]");
	for (curve.y = 2; curve.y <= 3; curve.y++) {
		plot_axes(&plot, "depth", curve.y == 3 ? "pages" :
			  scale == SCALE_PROB ? "mean score" :
			  "mean score (of all pages: 1)");
		if (curve.y == 3)
			plot_line(&plot, "set logscale y\n"
				  "set yrange [0.8:2<*]");
		for (uint64_t i = 0; i < run->orders->count; i++) {
			if (all[i].count)
				hotcurve_plot_order(run, &plot, curve, i);
		}
	}
	return plot_end(&plot);
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
		status = run->options->gnuplot ? plot_depths(run, all) :
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
