/* SPDX-License-Identifier: MIT */
/*
 * Crawls by several processes: what they download twice, what they miss, what
 * they send each other, and how good the pages are that they have (section 5
 * in seedpipe-algorithms(7); Cho and Garcia-Molina 2002).
 *
 * Figures are of whole crawls, except for the quality, which is that after
 * each of run->sample.points downloads.  Repeats count as downloads, and a
 * page is a hit once: so the metric reads orders with their repeats
 * (HOTCURVE_NEEDS_REPEATS) and keeps its own bitset of pages met.
 *
 * In a table each order has a row.  In a figure, orders that differ only in
 * the number of processes are one curve over it.  For that, a set of draws
 * with the names of the curves takes the place of run->draws while the figure
 * is drawn, since titles, legend and styles go by it; the data are written
 * from the orders meanwhile.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "base/compare.h"
#include "base/memory.h"
#include "measure/crawl/pageset.h"
#include "measure/crawl/points.h"
#include "stream/section/graph.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PARALLEL_AT .1   /* of the ranked pages, where quality is without
			    --at */

/* Of a draw: these, and then the quality at each point. */
enum {
	PARALLEL_PROCESSES, PARALLEL_MODE, PARALLEL_BATCH, PARALLEL_TICKS,
	PARALLEL_DOWNLOADS, PARALLEL_DISTINCT, PARALLEL_REACHED,
	PARALLEL_MESSAGES, PARALLEL_OVERLAP, PARALLEL_COVERAGE,
	PARALLEL_OVERHEAD, PARALLEL_QUALITY
};

/* ---- the figures ------------------------------------------------------ */

static enum sp_status
spread_parallel(struct hotcurve_run *run)
{
	if (hotcurve_set_points(run, 1))
		return run->cmd->err.status;
	run->sample.points[0] =
		run->options->hot.fixed ?
			run->options->hot.fixed :
			sp_points_at(run->bench.ranking.count, PARALLEL_AT);
	return SP_OK;
}

/* Is the page among the best hot? */
static bool
is_hot(const struct hotcurve_run *run, uint32_t page, uint64_t hot)
{
	uint32_t rank = run->bench.groups ? run->bench.groups[page] :
				      run->bench.ranking.rank[page];

	return rank && rank <= hot;
}

/*
 * The part of the hot pages that is among the first x downloads, repeats
 * included. seen is a bitset of all pages, for the pages met. sp_hot_hits()
 * does not apply, because it wants each page once.
 */
static double
quality_at(const struct hotcurve_run *run, const struct sp_order *order,
	   uint64_t x, uint64_t *seen)
{
	uint64_t all =
		x < run->bench.ranking.count ? x : run->bench.ranking.count;
	uint64_t limit =
		run->options->hot.fixed ? run->options->hot.fixed : all;
	uint64_t hot = sp_hot_pages(&run->bench.ranking, &run->bench.hot, all),
		 hits = 0;

	if (run->bench.hot.most && limit > run->bench.hot.most)
		limit = run->bench.hot.most;
	memset(seen, 0, sp_bitset_words(run->bench.pages) * sizeof(*seen));
	for (uint64_t i = 0; i < order->count && i < x; i++)
		if (!sp_bit_test_and_set(seen, order->pages[i]))
			hits += is_hot(run, order->pages[i], limit);
	return hot ? (double)hits / (double)hot : NAN;
}

static enum sp_status
judge_parallel(struct hotcurve_run *run, const struct sp_order *order,
	       double reached, double *values)
{
	const struct sp_parallel_report *report = &order->report.parallel;
	bool one = !sp_order_has_ticks(order);
	uint64_t *seen = sp_bitset_new(run->bench.pages), distinct = 0;
	double downloads = (double)order->count;

	if (!seen)
		return sp_no_memory(&run->cmd->err, "the downloads");
	for (uint64_t i = 0; i < order->count; i++)
		distinct += !sp_bit_test_and_set(seen, order->pages[i]);
	values[PARALLEL_PROCESSES] = one ? 1 : (double)report->processes;
	values[PARALLEL_MODE] = (double)report->mode;
	values[PARALLEL_BATCH] = (double)report->batch;
	values[PARALLEL_TICKS] = one ? downloads : (double)report->ticks;
	values[PARALLEL_DOWNLOADS] = downloads;
	values[PARALLEL_DISTINCT] = (double)distinct;
	values[PARALLEL_REACHED] = reached;
	values[PARALLEL_MESSAGES] = (double)report->messages;
	if (distinct)
		values[PARALLEL_OVERLAP] = (double)(order->count - distinct) /
					   (double)distinct;
	if (reached > 0)
		values[PARALLEL_COVERAGE] = (double)distinct / reached;
	if (order->count)
		values[PARALLEL_OVERHEAD] = (double)report->messages /
					    downloads;
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[PARALLEL_QUALITY + i] = quality_at(run, order,
							  run->sample.points[i],
							  seen);
	free(seen);
	return SP_OK;
}

static enum sp_status
collect_parallel(struct hotcurve_run *run, uint64_t i)
{
	struct hotcurve_reach reach;
	double *values;

	/* As many as one crawler would reach from the same seeds. */
	if (hotcurve_count_reached(run, i, &reach))
		return run->cmd->err.status;
	values = hotcurve_draw(run, i,
			       PARALLEL_QUALITY + run->sample.point_count);
	if (!values)
		return sp_no_memory(&run->cmd->err, "the figures");
	return judge_parallel(run, order_at(run, i), (double)reach.pages,
			      values);
}

/* ---- as a table ------------------------------------------------------- */

static void
write_parallel_row(struct hotcurve_run *run, struct table *table,
		   uint64_t order, uint64_t point)
{
	static const char *const modes[] = { "exchange", "firewall",
					     "crossover" };
	unsigned mode = (unsigned)hotcurve_median(run, order, PARALLEL_MODE);

	table_string(table, run->draws.orders[order].name);
	sheet_count(table, hotcurve_median(run, order, PARALLEL_PROCESSES));
	table_string(table, modes[mode]);
	for (uint64_t f = PARALLEL_BATCH; f <= PARALLEL_MESSAGES; f++)
		sheet_count(table, hotcurve_median(run, order, f));
	for (uint64_t f = PARALLEL_OVERLAP; f < PARALLEL_QUALITY; f++)
		hotcurve_write_quartiles(run, table, order, f);
	table_uint(table, run->sample.points[point]);
	hotcurve_write_quartiles(run, table, order, PARALLEL_QUALITY + point);
	if (hotcurve_has_quartiles(run))
		table_uint(table, run->draws.orders[order].count);
}

static enum sp_status
write_parallel(struct hotcurve_run *run)
{
	static const char *const single[] = {
		"order", "processes", "mode", "batch", "ticks", "downloads",
		"distinct", "reachable", "messages", "overlap", "coverage",
		"overhead", "pages", "quality", NULL
	};
	static const char *const several[] = {
		"order", "processes", "mode", "batch", "ticks", "downloads",
		"distinct", "reachable", "messages", "overlap", "overlap_q1",
		"overlap_q3", "coverage", "coverage_q1", "coverage_q3",
		"overhead", "overhead_q1", "overhead_q3", "pages", "quality",
		"quality_q1", "quality_q3", "draws", NULL
	};
	struct table table;

	table_begin(&table, run->output,
		    hotcurve_has_quartiles(run) ? several : single,
		    run->options->json, &run->cmd->err);
	for (uint64_t i = 0; i < run->draws.count; i++)
		for (uint64_t p = 0; p < run->sample.point_count; p++)
			write_parallel_row(run, &table, i, p);
	return table_end(&table);
}

/* ---- as a figure ------------------------------------------------------ */

/*
 * Orders that differ only in the number of processes are a curve over it.  The
 * name of the curve is theirs without the number: "bfs:exchange:batch=10".
 */
static void
curve_name(const char *order, char name[SP_ORDER_NAME_MAX + 1])
{
	const char *slash = strrchr(order, '/');
	size_t length = slash ? (size_t)(slash - order) : strlen(order);
	const char *rest = slash ? strchr(slash, ':') : NULL;

	snprintf(name, SP_ORDER_NAME_MAX + 1, "%.*s%s",
		 (int)(length < SP_ORDER_NAME_MAX ? length :
						    SP_ORDER_NAME_MAX),
		 order, rest ? rest : "");
}

/* A set with the names of the curves, to stand for the orders in a figure. */
static bool
find_curves(const struct hotcurve_run *run, struct draw_set *curves)
{
	for (uint64_t i = 0; i < run->draws.count; i++) {
		char name[SP_ORDER_NAME_MAX + 1];

		curve_name(run->draws.orders[i].name, name);
		if (!draw_set_add(curves, name, 0))
			return false;
	}
	/* Points of a curve are no draws; the orders may have several. */
	curves->most = run->draws.most;
	return true;
}

/* The orders of a curve by processes: pairs of that and the order. */
static uint64_t
points_of_curve(struct hotcurve_run *run, const char *curve,
		double (*points)[2])
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < run->draws.count; i++) {
		char name[SP_ORDER_NAME_MAX + 1];

		curve_name(run->draws.orders[i].name, name);
		if (strcmp(name, curve))
			continue;
		points[count][0] = hotcurve_median(run, i, PARALLEL_PROCESSES);
		points[count++][1] = (double)i;
	}
	qsort(points, count, sizeof(*points), sp_compare_double);
	return count;
}

/* Columns: processes, then median and quartiles of each figure. */
static void
plot_curve_data(struct hotcurve_run *run, struct plot *plot,
		const double (*points)[2], uint64_t count)
{
	for (uint64_t p = 0; p < count; p++) {
		uint64_t order = (uint64_t)points[p][1];

		plot_number(plot, points[p][0]);
		for (uint64_t f = PARALLEL_OVERLAP; f <= PARALLEL_QUALITY;
		     f++)
			hotcurve_plot_quartiles(run, plot, order, f);
		plot_row(plot);
	}
}

static enum sp_status
plot_data_of_curves(struct hotcurve_run *run, struct plot *plot,
		    const struct draw_set *curves)
{
	double (*points)[2] = sp_alloc(run->draws.count, sizeof(*points));

	if (!points)
		return sp_no_memory(&run->cmd->err, "the figure");
	for (uint64_t i = 0; i < curves->count; i++) {
		uint64_t count = points_of_curve(run, curves->orders[i].name,
						 points);

		plot_data(plot, (unsigned)i);
		plot_curve_data(run, plot, (const double (*)[2])points, count);
		plot_data_end(plot);
	}
	free(points);
	return SP_OK;
}

/* Where nothing is sent or downloaded twice, all values are 0. */
static enum sp_status
plot_parallel_panel(struct hotcurve_run *run, struct plot *plot,
		    unsigned figure, double high, const char *label)
{
	plot_axes(plot, "processes", label);
	plot_line(plot, "set yrange [0:1]");
	if (high > 0) {
		plot_ticks(plot, 'y', 0, high, false);
		hotcurve_plot_range(plot, 'y', 0, high * 1.03);
	}
	return hotcurve_plot_bands(run, plot, 2 + 3 * figure,
				   run->draws.count, NULL);
}

/* curves stand for the orders while the figure is drawn. */
static enum sp_status
plot_over_processes(struct hotcurve_run *run, const struct draw_set *orders,
		    const double high[4])
{
	static const char *const labels[] = {
		"overlap", "coverage", "overhead", "quality"
	};
	struct draw_set curves = run->draws;
	double least = INFINITY, most = 0;
	enum sp_status status;
	struct plot plot;

	status = hotcurve_plot_begin(run, &plot, "Several processes", 4,
				     run->draws.count);
	if (status)
		return status;
	run->draws = *orders;
	for (uint64_t i = 0; i < orders->count; i++) {
		double processes = hotcurve_median(run, i, PARALLEL_PROCESSES);

		least = fmin(least, processes);
		most = fmax(most, processes);
	}
	status = plot_data_of_curves(run, &plot, &curves);
	run->draws = curves;
	plot_line(&plot, "set logscale x 2");
	/* One number of processes alone leaves no range. */
	if (least < most)
		plot_line(&plot, "set xrange [*:*]");
	else
		hotcurve_plot_range(&plot, 'x', most / 2, most * 2);
	plot_line(&plot, "set xtics 2");
	for (unsigned f = 0; !status && f < 4; f++)
		status = plot_parallel_panel(run, &plot, f, high[f], labels[f]);
	return status ? status : plot_end(&plot);
}

static enum sp_status
plot_parallel(struct hotcurve_run *run)
{
	struct draw_set orders, curves = { 0 };
	enum sp_status status;
	double high[4];

	for (uint64_t f = 0; f < 4; f++)
		high[f] = hotcurve_highest(run, PARALLEL_OVERLAP + f);
	if (find_curves(run, &curves)) {
		orders = run->draws;
		run->draws = curves;
		status = plot_over_processes(run, &orders, high);
		run->draws = orders;
	} else {
		status = sp_no_memory(&run->cmd->err, "the figure");
	}
	draw_set_free(&curves);
	return status;
}

static enum sp_status
print_parallel(struct hotcurve_run *run)
{
	return run->options->figure.draws ? plot_parallel(run) :
					    write_parallel(run);
}

const struct hotcurve_metric hotcurve_parallel = {
	.needs = HOTCURVE_NEEDS_BENCHMARK | HOTCURVE_NEEDS_GRAPH |
		 HOTCURVE_NEEDS_SEEDS | HOTCURVE_NEEDS_REPEATS,
	.options = HOTCURVE_AT | HOTCURVE_HOT,
	.collect = collect_parallel, .print = print_parallel,
	.spread = spread_parallel
};
