/* SPDX-License-Identifier: MIT */
/*
 * Metrics that are curves over downloads: one column or line for each order,
 * one for a random order (shuffle) and one for the best order (ideal).
 */
#include "hotcurve.h"

#include "sheet.h"

#include "eval/cumulative.h"

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
	}
	values = sheet_add(sheet, "shuffle", SHEET_BASELINE);
	if (!values)
		return sp_no_memory(&run->cmd->err, "a curve");
	fill_shuffle(run, values);
	values = sheet_add(sheet, "ideal", SHEET_BASELINE);
	if (!values)
		return sp_no_memory(&run->cmd->err, "a curve");
	run->metric->curve(run, ranking->by_rank, ranking->count, values);
	return SP_OK;
}

/* ---- a plot ----------------------------------------------------------- */

void
hotcurve_plot_begin(struct hotcurve_run *run, struct plot *plot,
		    unsigned panels, const char *title)
{
	const struct hotcurve_options *options = run->options;
	struct plot_look look = {
		options->terminal, panels,
		options->title ? options->title : title, false
	};

	look.utf8 = !plot_is_ascii(look.title);
	for (uint64_t i = 0; i < run->orders->count; i++)
		look.utf8 |= !plot_is_ascii(order_at(run, i)->name);
	plot_begin(plot, run->output, &look, &run->cmd->err);
}

void
hotcurve_plot_order(const struct hotcurve_run *run, struct plot *plot,
		    struct plot_curve curve, uint64_t i)
{
	curve.data = (unsigned)i;
	curve.name = order_at(run, i)->name;
	/* Styles repeat long before; it only has to fit an int. */
	curve.style = (int)(i % 1000);
	plot_curve(plot, &curve);
}

static void
plot_curves(struct hotcurve_run *run, const struct sheet *sheet,
	    struct plot *plot)
{
	const struct hotcurve_metric *metric = run->metric;
	const char *pages = run->options->reachable ?
		"downloads / reachable pages" : "downloads / pages";

	hotcurve_plot_begin(run, plot, 1, metric->title);
	plot_line(plot, "set xrange [0:1]");
	plot_line(plot, metric->y_range);
	sheet_plot(sheet, plot, pages,
		   hotcurve_scale_of(run) == SCALE_PROB ? metric->label_prob :
							 metric->label_mean1);
}

enum sp_status
hotcurve_print_curves(struct hotcurve_run *run)
{
	struct cmd *cmd = run->cmd;
	struct sheet sheet = { .rows = run->point_count };
	struct plot plot;
	enum sp_status status = fill_sheet(run, &sheet);

	if (!status && !run->options->gnuplot) {
		status = sheet_write(&sheet, run->output, run->options->json,
				     &cmd->err);
	} else if (!status) {
		plot_curves(run, &sheet, &plot);
		status = plot_end(&plot);
	}
	sheet_free(&sheet);
	return status;
}
