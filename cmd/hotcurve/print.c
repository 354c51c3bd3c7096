/* SPDX-License-Identifier: MIT */
#include "hotcurve.h"

#include "sheet.h"

#include "base/memory.h"
#include "eval/cumulative.h"
#include "eval/depth.h"
#include "eval/partial.h"
#include "eval/points.h"
#include "eval/summary.h"
#include "section/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Scores are told as parts of their sum, or as multiples of their mean. */
static enum hotcurve_scale
scale_of(const struct run *run, enum hotcurve_scale by_default)
{
	enum hotcurve_scale scale = run->options->scale;

	return scale == SCALE_AUTO ? by_default : scale;
}

static double
scaled(const struct run *run, enum hotcurve_scale scale, double value)
{
	value /= run->total;
	return scale == SCALE_PROB ? value : value * (double)run->pages;
}

/* ---- curves ----------------------------------------------------------- */

static void
throughput(struct run *run, const uint32_t *order, uint64_t count,
	   double *values)
{
	sp_hot_hits(&run->ranking, &run->hot, order, count, run->hits);
	for (uint64_t i = 0; i < run->point_count; i++)
		values[i] = sp_hot_throughput(&run->ranking, &run->hot,
					      run->hits, run->points[i]);
}

static void
cumulative(struct run *run, const uint32_t *order, uint64_t count,
	   double *values)
{
	enum hotcurve_scale scale = scale_of(run, SCALE_PROB);

	sp_cumulative(run->score, order, count, run->points, run->point_count,
		      values);
	for (uint64_t i = 0; i < run->point_count; i++)
		values[i] = scaled(run, scale, values[i]);
}

static void
tranches(struct run *run, const uint32_t *order, uint64_t count,
	 double *values)
{
	enum hotcurve_scale scale = scale_of(run, SCALE_MEAN1);
	uint64_t most = run->ranking.count, used;

	if (count > most)
		count = most;
	used = sp_tranche_count(count, run->tranche);
	sp_tranches(run->score, order, count, run->tranche, values);
	for (uint64_t i = 0; i < used; i++)
		values[i] = scaled(run, scale, values[i]);
	for (uint64_t i = used; i < run->point_count; i++)
		values[i] = NAN;
}

typedef void (*curve_function)(struct run *run, const uint32_t *order,
			       uint64_t count, double *values);

/* What a random order of the ranked pages has on average. */
static void
fill_shuffle(struct run *run, double *values)
{
	const struct sp_hotrank *ranking = &run->ranking;
	double pages = (double)ranking->count, mass;

	sp_cumulative(run->score, ranking->by_rank, ranking->count,
		      &ranking->count, 1, &mass);
	for (uint64_t i = 0; i < run->point_count; i++) {
		double part = (double)run->points[i] / pages;

		if (run->options->metric == THROUGHPUT)
			values[i] = part;
		else if (run->options->metric == CUMULATIVE)
			values[i] = scaled(run, scale_of(run, SCALE_PROB),
					   part * mass);
		else
			values[i] = scaled(run, scale_of(run, SCALE_MEAN1),
					   mass / pages);
	}
}

static enum sp_status
fill_sheet(struct run *run, struct sheet *sheet, curve_function curve)
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
		curve(run, order->pages, order->count, values);
	}
	values = sheet_add(sheet, "shuffle", SHEET_BASELINE);
	if (!values)
		return sp_no_memory(&run->cmd->err, "a curve");
	fill_shuffle(run, values);
	values = sheet_add(sheet, "ideal", SHEET_BASELINE);
	if (!values)
		return sp_no_memory(&run->cmd->err, "a curve");
	curve(run, ranking->by_rank, ranking->count, values);
	return SP_OK;
}

/* ---- a plot ----------------------------------------------------------- */

void
hotcurve_plot_begin(struct run *run, struct plot *plot, unsigned panels,
		    const char *title)
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

static const char *
scale_label(const struct run *run, enum hotcurve_scale by_default,
	    const char *prob, const char *mean1)
{
	return scale_of(run, by_default) == SCALE_PROB ? prob : mean1;
}

static void
plot_sheet(struct run *run, const struct sheet *sheet, struct plot *plot)
{
	const char *pages = run->options->reachable ?
		"downloads / reachable pages" : "downloads / pages";

	switch (run->options->metric) {
	case THROUGHPUT:
		hotcurve_plot_begin(run, plot, 1, "Hot-page throughput");
		plot_line(plot, "set xrange [0:1]");
		plot_line(plot, "set yrange [0:1.02]");
		sheet_plot(sheet, plot, pages, "hot pages downloaded / hot "
			   "pages");
		break;
	case CUMULATIVE:
		hotcurve_plot_begin(run, plot, 1, "Score collected");
		plot_line(plot, "set xrange [0:1]");
		plot_line(plot, "set yrange [0:*]");
		sheet_plot(sheet, plot, pages,
			   scale_label(run, SCALE_PROB,
				       "part of the score of all pages",
				       "score collected (mean of all pages: "
				       "1)"));
		break;
	default:
		hotcurve_plot_begin(run, plot, 1, "Score by tranches");
		plot_line(plot, "set xrange [0:1]");
		plot_line(plot, "set yrange [0:*]");
		sheet_plot(sheet, plot, pages,
			   scale_label(run, SCALE_MEAN1, "mean score",
				       "mean score (of all pages: 1)"));
	}
}

/* ---- what is printed -------------------------------------------------- */

static enum sp_status
print_curves(struct run *run)
{
	static const curve_function curves[] = { throughput, cumulative,
						 tranches };
	struct cmd *cmd = run->cmd;
	struct sheet sheet = { .rows = run->point_count };
	struct plot plot;
	enum sp_status status;

	status = fill_sheet(run, &sheet, curves[run->options->metric]);
	if (!status && !run->options->gnuplot) {
		status = sheet_write(&sheet, run->output, run->options->json,
				     &cmd->err);
	} else if (!status) {
		plot_sheet(run, &sheet, &plot);
		status = plot_end(&plot);
	}
	sheet_free(&sheet);
	return status;
}

/* Depth by depth of one order. */
struct depths {
	struct sp_depth *rows;
	uint64_t count;
};

/* On both scales. */
static void
write_mean(const struct run *run, struct table *table, double mean)
{
	sheet_number(table, scaled(run, SCALE_PROB, mean));
	sheet_number(table, scaled(run, SCALE_MEAN1, mean));
}

static enum sp_status
write_depths(struct run *run, const struct depths *all)
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
plot_depths(struct run *run, const struct depths *all)
{
	enum hotcurve_scale scale = scale_of(run, SCALE_MEAN1);
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
			plot_number(&plot, scaled(run, scale,
						  row->mean + none));
			plot_number(&plot, (double)row->pages + none);
			plot_row(&plot);
		}
		plot_data_end(&plot);
		if (all[i].count > deepest)
			deepest = all[i].count;
	}
	curve.every = 1 + deepest / 20;
	plot_line(&plot, "set key inside");
	plot_line(&plot, "set xrange [0.5:2<*]");
	for (curve.y = 2; curve.y <= 3; curve.y++) {
		plot_axes(&plot, "depth", curve.y == 3 ? "pages" :
			  scale_label(run, SCALE_MEAN1, "mean score",
				      "mean score (of all pages: 1)"));
		if (curve.y == 3)
			plot_line(&plot, "set logscale y\n"
				  "set yrange [0.8:2<*]");
		for (uint64_t i = 0; i < run->orders->count; i++) {
			if (!all[i].count)
				continue;
			curve.data = (unsigned)i;
			curve.name = order_at(run, i)->name;
			curve.style = (int)(i % 1000);
			plot_curve(&plot, &curve);
		}
	}
	return plot_end(&plot);
}

static enum sp_status
print_depths(struct run *run)
{
	struct cmd *cmd = run->cmd;
	uint64_t count = run->orders->count;
	struct depths *all = sp_alloc_zero(count, sizeof(*all));
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

/* ---- Kendall's tau ---------------------------------------------------- */

static enum sp_status
find_tau(struct run *run, const struct sp_order *order, struct sp_tau *tau)
{
	const struct hotcurve_options *options = run->options;
	struct cmd *cmd = run->cmd;
	struct sp_partial how = {
		options->partial, options->done, options->digits,
		SP_PAGERANK_DEFAULTS
	};
	enum sp_status status;
	bool converged;

	if (!options->partial)
		return sp_tau_order(&run->ranking, run->groups, order->pages,
				    order->count, options->restricted, tau,
				    &cmd->err);
	how.pagerank.threads = cmd->threads;
	status = sp_partial_tau(sp_contents_graph(&run->contents), order,
				run->score, &how,
				tau, &converged, &cmd->err);
	if (!status && !converged)
		cmd_warn(cmd, "order \"%s\": the PageRank of what is seen did "
			 "not converge", order->name);
	return status;
}

static enum sp_status
write_taus(struct run *run, const struct sp_tau *taus)
{
	static const char *const columns[] = {
		"order", "items", "tau", "concordant", "discordant", "tied_x",
		"tied_y", "tied_both", NULL
	};
	struct table table;

	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t i = 0; i < run->orders->count; i++) {
		const char *name = order_at(run, i)->name;

		table_string(&table, name);
		table_uint(&table, taus[i].items);
		sheet_number(&table, taus[i].defined ? taus[i].tau : NAN);
		table_uint(&table, taus[i].concordant);
		table_uint(&table, taus[i].discordant);
		table_uint(&table, taus[i].tied_x);
		table_uint(&table, taus[i].tied_y);
		table_uint(&table, taus[i].tied_both);
	}
	return table_end(&table);
}

static enum sp_status
plot_taus(struct run *run, const struct sp_tau *taus)
{
	uint64_t count = run->orders->count;
	const char **names = sp_alloc(count, sizeof(*names));
	struct plot plot;

	if (!names)
		return sp_no_memory(&run->cmd->err, "the plot");
	hotcurve_plot_begin(run, &plot, 1, run->options->partial ?
		   "PageRank of what is seen against the benchmark" :
		   "Order against the benchmark");
	plot_data(&plot, 0);
	for (uint64_t i = 0; i < count; i++) {
		names[i] = order_at(run, i)->name;
		plot_number(&plot, taus[i].defined ? taus[i].tau : NAN);
		plot_row(&plot);
	}
	plot_data_end(&plot);
	plot_axes(&plot, "", "Kendall tau");
	plot_bars(&plot, 0, names, count);
	free(names);
	return plot_end(&plot);
}

static enum sp_status
print_taus(struct run *run)
{
	uint64_t count = run->orders->count;
	struct sp_tau *taus = sp_alloc(count, sizeof(*taus));
	enum sp_status status = SP_OK;

	if (!taus)
		return sp_no_memory(&run->cmd->err, "the table");
	for (uint64_t i = 0; !status && i < count; i++)
		status = find_tau(run, order_at(run, i), &taus[i]);
	if (!status)
		status = run->options->gnuplot ? plot_taus(run, taus) :
						 write_taus(run, taus);
	free(taus);
	return status;
}

/* ---- the summary ------------------------------------------------------ */

static enum sp_status
summarize(struct run *run, const uint32_t *order, uint64_t count,
	  struct sp_summary *summary)
{
	return sp_summarize(&run->ranking, run->groups, &run->hot, run->score,
			    order, count, run->options->restricted, run->hits,
			    summary, &run->cmd->err);
}

/* A row; report is NULL for what nobody crawled. */
static void
write_summary(struct run *run, struct table *table, const char *name,
	      const struct sp_summary *summary, uint64_t pages,
	      const struct sp_crawl_report *report)
{
	double seconds = report ? report->seconds[SP_ORDER_TENTHS - 1] : 0;
	bool timed = seconds > 0;

	table_string(table, name);
	table_uint(table, pages);
	for (int i = 0; i < 3; i++)
		table_double(table, summary->throughput[i]);
	table_double(table, summary->mean_45);
	table_double(table, summary->mean);
	table_double(table, scaled(run, SCALE_PROB, summary->mass_45));
	table_double(table, scaled(run, SCALE_PROB, summary->mass));
	sheet_number(table, summary->tau.defined ? summary->tau.tau : NAN);
	sheet_number(table, timed ? seconds : NAN);
	sheet_number(table, timed ? (double)pages / seconds : NAN);
	sheet_number(table, report ? (double)report->updates : NAN);
}

/* What a random order has on average; the ideal one is at hand. */
static void
summarize_shuffle(const struct run *run, const struct sp_summary *ideal,
		  struct sp_summary *summary)
{
	static const double parts[] = { .1, .25, .45 };
	uint64_t all = run->ranking.count, most = sp_points_at(all, .45);
	double pages = (double)all;

	*summary = (struct sp_summary){
		.mean_45 = (double)(most + 1) / 2 / pages,
		.mean = (pages + 1) / 2 / pages,
		.mass_45 = (double)most / pages * ideal->mass,
		.mass = ideal->mass,
		.tau.defined = ideal->tau.defined
	};
	for (int i = 0; i < 3; i++)
		summary->throughput[i] =
			(double)sp_points_at(all, parts[i]) / pages;
}

static enum sp_status
print_summary(struct run *run)
{
	static const char *const columns[] = {
		"order", "pages", "throughput_10", "throughput_25",
		"throughput_45", "mean_throughput_45", "mean_throughput",
		"cumulative_45", "cumulative", "tau", "seconds",
		"pages_per_second", "updates", NULL
	};
	const struct sp_hotrank *ranking = &run->ranking;
	struct sp_summary summary, shuffle;
	struct table table;
	enum sp_status status;

	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t i = 0; i < run->orders->count; i++) {
		const struct sp_order *order = order_at(run, i);

		status = summarize(run, order->pages, order->count, &summary);
		if (status)
			return status;
		write_summary(run, &table, order->name, &summary, order->count,
			      &order->report);
	}
	status = summarize(run, ranking->by_rank, ranking->count, &summary);
	if (status)
		return status;
	summarize_shuffle(run, &summary, &shuffle);
	write_summary(run, &table, "shuffle", &shuffle, ranking->count, NULL);
	write_summary(run, &table, "ideal", &summary, ranking->count, NULL);
	return table_end(&table);
}

enum sp_status
hotcurve_print(struct run *run)
{
	if (run->options->summary)
		return print_summary(run);
	switch (run->options->metric) {
	case DEPTH:
		return print_depths(run);
	case TAU:
		return print_taus(run);
	case TIME:
		return hotcurve_print_times(run);
	default:
		return print_curves(run);
	}
}
