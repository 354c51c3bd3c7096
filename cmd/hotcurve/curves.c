/* SPDX-License-Identifier: MIT */
/*
 * Metrics that are curves over downloads: one column or line for each order,
 * one for a random order (shuffle) and one for the best order (ideal).
 */
#include "hotcurve.h"

#include "sheet.h"

#include "eval/cumulative.h"

#include <math.h>
#include <stdio.h>

enum hotcurve_scale
hotcurve_scale_of(const struct hotcurve_run *run)
{
	enum hotcurve_scale scale = run->options->scale;

	return scale == SCALE_AUTO ? run->metric->scale : scale;
}

double
hotcurve_scaled(const struct hotcurve_run *run, enum hotcurve_scale scale,
		double value)
{
	value /= run->total;
	return scale == SCALE_PROB ? value : value * (double)run->pages;
}

/* ---- values ----------------------------------------------------------- */

static void
fill_shuffle(struct hotcurve_run *run, double *values)
{
	const struct sp_hotrank *ranking = &run->ranking;
	double pages = (double)ranking->count, mass;

	/* A single point, at the end: the score of all ranked pages. */
	sp_cumulative(run->score, ranking->by_rank, ranking->count,
		      &ranking->count, 1, &mass);
	for (uint64_t i = 0; i < run->point_count; i++)
		values[i] = run->metric->shuffle(
			run, (double)run->points[i] / pages, mass);
}

/*
 * A curve ends with the crawl: beyond, no download has this value.  Only a
 * point that --at asks for has one, since the definitions cover all points.
 */
static void
end_curve(const struct hotcurve_run *run, uint64_t count, double *values)
{
	uint64_t i = run->point_count;

	/* The last tranche of an order may be shorter. */
	while (!run->options->at && !run->tranche && i &&
	       run->points[i - 1] > count)
		values[--i] = NAN;
}

/* --minus-shuffle: the difference shows what a common rise hides. */
static void
subtract_shuffle(struct sheet *sheet)
{
	for (uint64_t row = 0; row < sheet->rows; row++) {
		/* shuffle is the last but one. */
		double value = sheet->columns[sheet->count - 2].values[row];

		for (uint64_t i = 0; i < sheet->count; i++)
			if (sheet->columns[i].kind >= SHEET_CURVE)
				sheet->columns[i].values[row] -= value;
	}
}

static enum sp_status
fill_sheet(struct hotcurve_run *run, struct sheet *sheet)
{
	double *x = sheet_add(sheet, "pages", SHEET_COUNT);
	double *fraction = sheet_add(sheet, "fraction", SHEET_X);
	const struct sp_hotrank *ranking = &run->ranking;
	double *values;

	if (!x || !fraction)
		return sp_no_memory(&run->cmd->err, "a curve");
	for (uint64_t i = 0; i < run->point_count; i++) {
		x[i] = (double)run->points[i];
		fraction[i] = x[i] / (double)ranking->count;
	}
	for (uint64_t i = 0; i < run->orders->count; i++) {
		const struct sp_order *order = order_at(run, i);

		values = sheet_add(sheet, order->name, SHEET_CURVE);
		if (!values)
			return sp_no_memory(&run->cmd->err, "a curve");
		run->metric->curve(run, order->pages, order->count, values);
		end_curve(run, order->count, values);
	}
	values = sheet_add(sheet, "shuffle", SHEET_BASELINE);
	if (!values)
		return sp_no_memory(&run->cmd->err, "a curve");
	fill_shuffle(run, values);
	values = sheet_add(sheet, "ideal", SHEET_BASELINE);
	if (!values)
		return sp_no_memory(&run->cmd->err, "a curve");
	run->metric->curve(run, ranking->by_rank, ranking->count, values);
	if (run->options->minus_shuffle)
		subtract_shuffle(sheet);
	return SP_OK;
}

/* ---- a plot ----------------------------------------------------------- */

/* The part of the x axis to show: as far as the longest order goes. */
static double
end_of_curves(const struct hotcurve_run *run)
{
	double end = (double)hotcurve_longest(run) /
		     (double)run->ranking.count;

	return end > 0 && end < 1 ? end : 1;
}

static void
plot_x_range(struct plot *plot, double end)
{
	char line[64];

	snprintf(line, sizeof(line), "set xrange [0:%.6g]", end);
	plot_line(plot, line);
	plot_ticks(plot, 'x', 0, end, false);
}

/* Differences are small: ideal, far above, must not set their scale. */
static void
plot_y_range(struct plot *plot, const struct sheet *sheet, double end)
{
	double low = 0, high = 0;
	char line[96];

	for (uint64_t i = 0; i < sheet->count; i++)
		for (uint64_t row = 0; row < sheet->rows; row++) {
			/* The second column is x. */
			if (sheet->columns[i].kind != SHEET_CURVE ||
			    sheet->columns[1].values[row] > end)
				continue;
			low = fmin(low, sheet->columns[i].values[row]);
			high = fmax(high, sheet->columns[i].values[row]);
		}
	if (high > low) {
		snprintf(line, sizeof(line), "set yrange [%.6g:%.6g]",
			 low - (high - low) / 30, high + (high - low) / 30);
		plot_line(plot, line);
	}
}

static enum sp_status
plot_sheet(struct hotcurve_run *run, const struct sheet *sheet)
{
	const struct hotcurve_metric *metric = run->metric;
	double end = end_of_curves(run);
	enum sp_status status;
	struct plot plot;
	char pages[96], label[96];

	snprintf(pages, sizeof(pages), "downloads K / %s (n = %llu)",
		 run->options->reachable ? "reachable pages" : "pages",
		 (unsigned long long)run->ranking.count);
	status = hotcurve_plot_begin(run, &plot, metric->title, 1,
				     run->orders->count +
				     (run->options->minus_shuffle ? 1 : 2));
	if (status)
		return status;
	plot_x_range(&plot, end);
	if (run->options->minus_shuffle)
		plot_y_range(&plot, sheet, end);
	else
		plot_line(&plot, metric->y_range);
	snprintf(label, sizeof(label), "%s%s",
		 hotcurve_scale_of(run) == SCALE_PROB ? metric->label_prob :
		 metric->label_mean1,
		 run->options->minus_shuffle ? " - shuffle" : "");
	status = sheet_plot(sheet, &plot, pages, label,
			    run->options->minus_shuffle);
	return status ? status : plot_end(&plot);
}

enum sp_status
hotcurve_print_curves(struct hotcurve_run *run)
{
	struct cmd *cmd = run->cmd;
	struct sheet sheet = { .rows = run->point_count };
	enum sp_status status = fill_sheet(run, &sheet);

	if (!status && run->options->draws)
		status = plot_sheet(run, &sheet);
	else if (!status)
		status = sheet_write(&sheet, run->output, run->options->json,
				     &cmd->err);
	sheet_free(&sheet);
	return status;
}
