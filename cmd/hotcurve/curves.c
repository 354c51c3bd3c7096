/* SPDX-License-Identifier: MIT */
/*
 * Metrics that are curves over downloads: one column or line for each order,
 * one for a random order (shuffle) and one for the best order (ideal).
 *
 * The baselines are draws as well, in a set of their own: pages and fraction
 * (where the points are), what is counted there, shuffle and ideal.  With
 * --reachable they differ from file to file, and what is shown is their median,
 * as for orders; otherwise there is one draw of each. ideal is the metric's own
 * curve of an order that downloads pages by rank.
 *
 * A value beyond the end of a crawl is not shown.  It would be the last one
 * repeated, as if the crawl had gone on without finding anything, and a crawl
 * that was stopped early would look like a bad one. --at is an exception,
 * since it asks for a value at this place.
 *
 * Over hours there are no baselines, for nobody knows how long the best order
 * takes; in their place is one draw of the moments, in hours.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "measure/crawl/cumulative.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
	value /= run->bench.total;
	return scale == SCALE_PROB ? value : value * (double)run->bench.pages;
}

void
hotcurve_collected(const struct hotcurve_run *run, const uint32_t *order,
		   uint64_t count, double *values)
{
	sp_cumulative(run->bench.score, order, count, run->sample.points,
		      run->sample.point_count, values);
}

double
hotcurve_mass(const struct hotcurve_run *run)
{
	const struct sp_hotrank *ranking = &run->bench.ranking;
	double mass;

	/* A single point, after all ranked pages. */
	sp_cumulative(run->bench.score, ranking->by_rank, ranking->count,
		      &ranking->count, 1, &mass);
	return mass;
}

double
hotcurve_shuffle_share(const struct hotcurve_run *run, double part,
		       double mass)
{
	(void)run;
	(void)mass;
	return part;
}

double
hotcurve_shuffle_mean(const struct hotcurve_run *run, double part,
		      double mass)
{
	(void)part;
	return mass / (double)run->bench.ranking.count;
}

/* ---- values ----------------------------------------------------------- */

/* Both baselines, and where their points are; or, in time, this alone. */
enum { BASE_PAGES, BASE_FRACTION, BASE_COUNTED, BASE_SHUFFLE, BASE_IDEAL };
#define BASE_HOURS 0

/* What is a score gets the scale that was asked for. */
static void
scale_values(const struct hotcurve_run *run, double *values)
{
	enum hotcurve_scale scale = hotcurve_scale_of(run);

	if (run->metric->options & HOTCURVE_SCALE)
		for (uint64_t i = 0; i < run->sample.point_count; i++)
			values[i] = hotcurve_scaled(run, scale, values[i]);
}

enum sp_status
hotcurve_sample_curve(struct hotcurve_run *run, const uint32_t *order,
		      uint64_t count, double *values)
{
	if (run->metric->curve(run, order, count, values))
		return run->cmd->err.status;
	scale_values(run, values);
	return SP_OK;
}

static enum sp_status
fill_shuffle(struct hotcurve_run *run, double *counted, double *values)
{
	double pages = (double)run->bench.ranking.count, mass;

	if (run->metric->shuffle_all)
		return run->metric->shuffle_all(run, counted, values);
	if (!run->metric->shuffle)
		return SP_OK;
	mass = hotcurve_mass(run);
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] = run->metric->shuffle(
			run, (double)run->sample.points[i] / pages, mass);
	scale_values(run, values);
	return SP_OK;
}

/*
 * A curve ends with the crawl: beyond, no download has this value.  Only a
 * point that --at asks for has one, since the definitions cover all points.
 */
static void
end_curve(const struct hotcurve_run *run, uint64_t count, double *values)
{
	uint64_t i = run->sample.point_count;

	/* The last tranche of an order may be shorter. */
	while (!run->options->at && !run->sample.tranche && i &&
	       run->sample.points[i - 1] > count)
		values[--i] = NAN;
}

/* --minus-shuffle: the difference shows what a common rise hides. */
static void
subtract_shuffle(struct hotcurve_run *run, double *values)
{
	const struct drawn_order *shuffle =
		&run->baselines.orders[BASE_SHUFFLE];
	const double *less = shuffle->draws[shuffle->count - 1].values;

	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] -= less[i];
}

/*
 * Over hours a curve has no value before the first download, and ends with the
 * crawl, as over downloads.
 */
static void
end_timed_curve(const struct hotcurve_run *run, const struct sp_order *order,
		double *values)
{
	uint64_t end = order->count ? order->ends[order->count - 1] : 0;
	uint64_t i = 0;

	for (; i < run->sample.point_count && !run->sample.points[i]; i++)
		values[i] = NAN;
	for (; i < run->sample.point_count; i++)
		if (!run->options->at && run->sample.moments[i] > end &&
		    i && run->sample.moments[i - 1] >= end)
			values[i] = NAN;
}

static enum sp_status
collect_moments(struct hotcurve_run *run)
{
	double *hours;

	if (run->baselines.count)
		return SP_OK;
	hours = draw_set_add(&run->baselines, hotcurve_axis_name(run),
			     run->sample.point_count);
	if (!hours)
		return sp_no_memory(&run->cmd->err, "a curve");
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		hours[i] = hotcurve_on_axis(run, run->sample.moments[i]);
	return SP_OK;
}

/* They are the same for all files, except with --reachable. */
static enum sp_status
collect_curve_baselines(struct hotcurve_run *run)
{
	const struct sp_hotrank *ranking = &run->bench.ranking;
	struct draw_set *set = &run->baselines;
	uint64_t count = run->sample.point_count;
	double *pages, *fraction, *counted, *shuffle, *ideal;

	if (set->count && !run->options->reachable)
		return SP_OK;
	pages = draw_set_add(set, "pages", count);
	fraction = draw_set_add(set, "fraction", count);
	counted = draw_set_add(set, "counted", count);
	shuffle = draw_set_add(set, "shuffle", count);
	ideal = draw_set_add(set, "ideal", count);
	if (!pages || !fraction || !counted || !shuffle || !ideal)
		return sp_no_memory(&run->cmd->err, "a curve");
	if (draw_set_size(set, BASE_PAGES) != count)
		return sp_fail(&run->cmd->err, SP_DATA, "the draws reach "
			       "different numbers of pages: compare them by "
			       "throughput or cumulative, without --tranche");
	for (uint64_t i = 0; i < count; i++) {
		pages[i] = (double)run->sample.points[i];
		fraction[i] = pages[i] / (double)ranking->count;
	}
	if (fill_shuffle(run, counted, shuffle))
		return run->cmd->err.status;
	return hotcurve_sample_curve(run, ranking->by_rank, ranking->count,
				     ideal);
}

static enum sp_status
collect_timed_curve(struct hotcurve_run *run, uint64_t i)
{
	const struct sp_order *order = order_at(run, i);
	double *values;

	if (!i && collect_moments(run))
		return run->cmd->err.status;
	values = hotcurve_draw(run, i, run->sample.point_count);
	if (!values)
		return sp_no_memory(&run->cmd->err, "a curve");
	hotcurve_count_until(run, order);
	if (hotcurve_sample_curve(run, order->pages, order->count, values))
		return run->cmd->err.status;
	end_timed_curve(run, order, values);
	if (order->count)
		run->end = fmax(run->end,
				hotcurve_on_axis(run,
					      order->ends[order->count - 1]));
	return SP_OK;
}

enum sp_status
hotcurve_collect_curve(struct hotcurve_run *run, uint64_t i)
{
	const struct sp_order *order = order_at(run, i);
	double *values;

	if (hotcurve_is_timed(run))
		return collect_timed_curve(run, i);
	if (!i && collect_curve_baselines(run))
		return run->cmd->err.status;
	values = hotcurve_draw(run, i, run->sample.point_count);
	if (!values)
		return sp_no_memory(&run->cmd->err, "a curve");
	if (hotcurve_sample_curve(run, order->pages, order->count, values))
		return run->cmd->err.status;
	end_curve(run, order->count, values);
	run->end = fmax(run->end, (double)order->count /
				  (double)run->bench.ranking.count);
	/*
	 * The difference is that of each draw, because with --reachable their
	 * baselines differ.
	 */
	if (run->options->minus_shuffle)
		subtract_shuffle(run, values);
	return SP_OK;
}

/* ---- a sheet of them -------------------------------------------------- */

/* Adds a column with a quantile of a curve. */
static bool
add_quantile(struct sheet *sheet, struct draw_set *set, uint64_t order,
	     double quantile, enum sheet_kind kind, const char *suffix)
{
	double *values = sheet_add(sheet, set->orders[order].name, suffix,
				   kind);

	for (uint64_t i = 0; values && i < sheet->rows; i++)
		values[i] = draw_set_quantile(set, order, i, quantile);
	return values;
}

/* What the values of a row are shares of; of draws the median, as of pages. */
static bool
add_counted(struct hotcurve_run *run, struct sheet *sheet)
{
	double *values = sheet_add(sheet, run->metric->counted, "",
				   SHEET_COUNT);

	for (uint64_t i = 0; values && i < sheet->rows; i++)
		values[i] = draw_set_quantile(&run->baselines, BASE_COUNTED, i,
					      .5);
	return values;
}

/* The columns before the curves. */
static bool
add_points(struct hotcurve_run *run, struct sheet *sheet)
{
	struct draw_set *base = &run->baselines;

	if (hotcurve_is_timed(run))
		return add_quantile(sheet, base, BASE_HOURS, .5, SHEET_X, "");
	return add_quantile(sheet, base, BASE_PAGES, .5, SHEET_COUNT, "") &&
	       add_quantile(sheet, base, BASE_FRACTION, .5, SHEET_X, "") &&
	       (!run->metric->counted || add_counted(run, sheet));
}

/* One for each order, with its quartiles if there are draws. */
static bool
add_curves(struct hotcurve_run *run, struct sheet *sheet)
{
	struct draw_set *set = &run->draws;
	bool quartiles = hotcurve_has_quartiles(run), fine = true;

	for (uint64_t i = 0; fine && i < set->count; i++) {
		fine = add_quantile(sheet, set, i, .5, SHEET_CURVE, "");
		if (fine && quartiles)
			fine = add_quantile(sheet, set, i, .25, SHEET_LOW,
					    "_q1") &&
			       add_quantile(sheet, set, i, .75, SHEET_HIGH,
					    "_q3");
	}
	return fine;
}

/*
 * With --minus-shuffle orders had theirs subtracted draw by draw; what is left
 * is to subtract it from ideal, and to make shuffle the zero line.
 */
static enum sp_status
fill_sheet(struct hotcurve_run *run, struct sheet *sheet)
{
	struct draw_set *base = &run->baselines;
	bool timed = hotcurve_is_timed(run);
	bool fine = add_points(run, sheet) && add_curves(run, sheet);

	if (fine && !timed && hotcurve_has_shuffle(run->metric))
		fine = add_quantile(sheet, base, BASE_SHUFFLE, .5,
				    SHEET_SHUFFLE, "");
	if (fine && !timed)
		fine = add_quantile(sheet, base, BASE_IDEAL, .5, SHEET_IDEAL,
				    "");
	if (!fine)
		return sp_no_memory(&run->cmd->err, "a curve");
	for (uint64_t i = 0; run->options->minus_shuffle && i < sheet->rows;
	     i++) {
		double *shuffle = sheet->columns[sheet->count - 2].values;
		double *ideal = sheet->columns[sheet->count - 1].values;

		ideal[i] -= shuffle[i];
		shuffle[i] = 0;
	}
	return SP_OK;
}

/* ---- a plot ----------------------------------------------------------- */

/* The part of the x axis to show: as far as the longest order goes. */
static double
end_of_curves(const struct hotcurve_run *run)
{
	if (hotcurve_is_timed(run))
		return run->end > 0 ? run->end : 1;
	/* A little short of all pages, the axis had no last tick. */
	return run->end > 0 && run->end < .95 ? run->end : 1;
}

static void
plot_x_range(struct plot *plot, double end)
{
	hotcurve_plot_range(plot, 'x', 0, end);
	plot_ticks(plot, 'x', 0, end, false);
}

/* Differences are small: ideal, far above, must not set their scale. */
static void
plot_y_range(const struct hotcurve_run *run, struct plot *plot,
	     const struct sheet *sheet, double end)
{
	bool differences = run->options->minus_shuffle;
	/* Curves come after x, and what is before it is not drawn. */
	uint64_t x = hotcurve_is_timed(run) ? 0 : 1;
	double low = 0, high = 0, space;

	for (uint64_t i = x + 1; i < sheet->count; i++)
		for (uint64_t row = 0; row < sheet->rows; row++) {
			const struct sheet_column *column = &sheet->columns[i];

			if (sheet->columns[x].values[row] > end ||
			    column->kind < SHEET_CURVE ||
			    (differences && column->kind >= SHEET_SHUFFLE))
				continue;
			low = fmin(low, column->values[row]);
			high = fmax(high, column->values[row]);
		}
	/* A single value leaves no range, and gnuplot would warn. */
	if (!(high > low)) {
		high = 1;
		low = differences ? -1 : 0;
	}
	plot_ticks(plot, 'y', low, high, false);
	space = (high - low) / 40;
	hotcurve_plot_range(plot, 'y', low < 0 ? low - space : 0, high + space);
}

/* Returns NULL if memory is short. */
static char *
x_label(const struct hotcurve_run *run)
{
	struct sp_line line = SP_LINE_EMPTY;

	if (hotcurve_is_timed(run)) {
		sp_line_add(&line, hotcurve_axis_name(run));
		return sp_line_take(&line);
	}
	sp_line_add(&line, run->options->reachable ?
				   "downloads, share of reachable pages (" :
				   "downloads, share of all pages (");
	hotcurve_add_number(&line, run->bench.ranking.count);
	sp_line_add(&line, ")");
	return sp_line_take(&line);
}

static const char *
y_label(const struct hotcurve_run *run)
{
	const struct hotcurve_metric *metric = run->metric;

	if (metric->label_mean1 && hotcurve_scale_of(run) == SCALE_MEAN1)
		return metric->label_mean1;
	return metric->label ? metric->label : hotcurve_metric_name(run);
}

/* A crawl may end before the first point: the figure is without it. */
static void
warn_of_short_orders(struct hotcurve_run *run)
{
	/* In time, a curve begins when its first download has come. */
	for (uint64_t i = 0; i < run->draws.count && !hotcurve_is_timed(run);
	     i++)
		if (isnan(draw_set_quantile(&run->draws, i, 0, .5)))
			cmd_warn(run->cmd,
				 "order \"%s\" has fewer than "
				 "%" PRIu64 " downloads, where curves begin: "
				 "the figure is without it",
				 run->draws.orders[i].name,
				 run->sample.points[0]);
}

static enum sp_status
plot_sheet(struct hotcurve_run *run, const struct sheet *sheet)
{
	const struct hotcurve_metric *metric = run->metric;
	double end = end_of_curves(run);
	enum sp_status status;
	uint64_t baselines;
	struct plot plot;
	char label[96], *pages = x_label(run);

	if (!pages)
		return sp_no_memory(&run->cmd->err, "the plot");
	/* With --minus-shuffle, ideal is not shown. */
	baselines = hotcurve_is_timed(run) ? 0 :
		    hotcurve_has_shuffle(run->metric) &&
		    !run->options->minus_shuffle ? 2 : 1;
	status = hotcurve_plot_begin(run, &plot,
				     metric->title ? metric->title :
						     hotcurve_metric_name(run),
				     1, run->draws.count + baselines);
	if (status)
		goto out;
	warn_of_short_orders(run);
	plot_x_range(&plot, end);
	plot_y_range(run, &plot, sheet, end);
	snprintf(label, sizeof(label), "%s%s", y_label(run),
		 run->options->minus_shuffle ? " - shuffle" : "");
	status = sheet_plot(sheet, &plot, pages, label,
			    run->options->minus_shuffle);
	if (!status)
		status = plot_end(&plot);
out:
	free(pages);
	return status;
}

enum sp_status
hotcurve_print_curves(struct hotcurve_run *run)
{
	struct cmd *cmd = run->cmd;
	struct sheet sheet = { .rows = run->sample.point_count };
	enum sp_status status = fill_sheet(run, &sheet);

	if (!status && run->options->figure.draws)
		status = plot_sheet(run, &sheet);
	else if (!status)
		status = sheet_write(&sheet, run->output, run->options->json,
				     &cmd->err);
	sheet_free(&sheet);
	return status;
}
