/* SPDX-License-Identifier: MIT */
/*
 * Seeds, judged at equal numbers of downloads: what crawls from them have by
 * then, and how far the seeds reach (seedpipe-algorithms(7), 8.8).
 *
 * At equal depths, as in metric depth, a depth of well linked seeds takes in
 * ten times the pages of one of random seeds, so that means of depths do not
 * compare the same effort.
 *
 * A draw has three figures in all and three for each point.  Crawls that end
 * before a point have no value there, and quartiles leave them out; the table
 * says how many these are, and a warning whether seeds or a limit ended them,
 * because a median over the rest would look better than it is.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "base/memory.h"
#include "measure/crawl/cumulative.h"
#include "measure/crawl/hosts_seen.h"
#include "measure/crawl/pageset.h"
#include "measure/crawl/points.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"

#include <math.h>
#include <stdlib.h>

#define SEEDS_LAST .1   /* where figures end without --at, of the pages */
#define SEEDS_CURVE 50  /* points of a curve */

/* Of a draw: figures in all, and then figures for each of run->sample.points.
 */
enum { SEEDS_COUNT, SEEDS_REACHED, SEEDS_DOWNLOADS, SEEDS_ALL };
enum { POINT_MASS, POINT_HOSTS, POINT_THROUGHPUT, POINT_ALL };

static uint64_t
figure_at(uint64_t point, int figure)
{
	return SEEDS_ALL + point * POINT_ALL + (uint64_t)figure;
}

static const struct sp_hosts *
seeds_hosts(const struct hotcurve_run *run)
{
	return sp_contents_hosts(&run->input.contents);
}

/* ---- where ------------------------------------------------------------ */

/* 1, 5 and 10 % for a table; a curve up to the last of them for a figure. */
static enum sp_status
spread_seeds(struct hotcurve_run *run)
{
	static const double parts[] = { .01, .05, SEEDS_LAST };
	uint64_t pages = run->bench.ranking.count;
	uint64_t last = sp_points_at(pages, SEEDS_LAST);

	if (hotcurve_set_points(run, SEEDS_CURVE))
		return run->cmd->err.status;
	if (run->options->figure.draws) {
		run->sample.point_count =
			sp_points_spread(last, SEEDS_CURVE, run->sample.points);
		return SP_OK;
	}
	/* Each point is at least 1 page: in small graphs some coincide. */
	run->sample.point_count = 0;
	for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		uint64_t point = sp_points_at(pages, parts[i]);

		if (!run->sample.point_count ||
		    run->sample.points[run->sample.point_count - 1] < point)
			run->sample.points[run->sample.point_count++] = point;
	}
	return SP_OK;
}

/* ---- the figures ------------------------------------------------------ */

/*
 * Only points that the order came to have figures: sums and hits beyond its
 * end would repeat the last value.
 */
static enum sp_status
judge_order(struct hotcurve_run *run, const struct sp_order *order,
	    double *values)
{
	const struct sp_hosts *hosts = seeds_hosts(run);
	uint64_t count = run->sample.point_count;
	uint64_t *seen = sp_alloc_zero(count, sizeof(*seen));
	double *sums = sp_alloc(count, sizeof(*sums));
	enum sp_status status = SP_OK;

	if (!seen || !sums)
		status = sp_no_memory(&run->cmd->err, "the figures");
	if (!status && hosts)
		status = sp_hosts_seen(hosts, order->pages, order->count,
				       run->sample.points, count, seen,
				       &run->cmd->err);
	if (!status) {
		sp_cumulative(run->bench.score, order->pages, order->count,
			      run->sample.points, count, sums);
		sp_hot_hits(&run->bench.ranking, &run->bench.hot, order->pages,
			    order->count, run->bench.hits);
	}
	for (uint64_t i = 0; !status && i < count &&
			     run->sample.points[i] <= order->count; i++) {
		values[figure_at(i, POINT_MASS)] =
			hotcurve_scaled(run, SCALE_PROB, sums[i]);
		if (hosts)
			values[figure_at(i, POINT_HOSTS)] = (double)seen[i];
		values[figure_at(i, POINT_THROUGHPUT)] = sp_hot_throughput(
			&run->bench.ranking, &run->bench.hot, run->bench.hits,
			run->sample.points[i]);
	}
	free(seen);
	free(sums);
	return status;
}

static void
warn_of_graph(const struct hotcurve_run *run)
{
	const struct sp_basis *basis = &run->input.contents.basis;

	if (run->draws.count)
		return;
	if (!sp_fingerprint_equal(&basis->graph, &basis->origin))
		cmd_warn(run->cmd, "the graph was pruned: \"reached\" follows "
			 "the links that are left (give the whole graph with "
			 "-g)");
	if (!seeds_hosts(run))
		cmd_warn(run->cmd, "no hosts in the stream: the figures are "
			 "without those of hosts (give the graph with -g, or "
			 "import it with graphimport --names)");
}

/*
 * A figure does not show how far seeds reach: it asks only whether that is less
 * than its last point, and a crawl that came there has answered.  The first
 * order is searched nevertheless, which verifies the links of the graph.
 */
static enum sp_status
reach_needed(struct hotcurve_run *run, uint64_t i,
	     struct hotcurve_reach *reach)
{
	const struct sp_order *order = order_at(run, i);
	const struct hotcurve_sample *sample = &run->sample;

	if (!run->options->figure.draws || !run->draws.count ||
	    order->count < sample->points[sample->point_count - 1])
		return hotcurve_count_reached(run, i, reach);
	*reach = (struct hotcurve_reach){ .pages = order->count };
	/* The next order must not take it for that of these seeds. */
	run->reach.pages = 0;
	return SP_OK;
}

static enum sp_status
collect_seeds(struct hotcurve_run *run, uint64_t i)
{
	const struct sp_order *order = order_at(run, i);
	struct hotcurve_reach reach;
	double *values;

	warn_of_graph(run);
	if (reach_needed(run, i, &reach))
		return run->cmd->err.status;
	values = hotcurve_draw(run, i, SEEDS_ALL +
			       run->sample.point_count * POINT_ALL);
	if (!values)
		return sp_no_memory(&run->cmd->err, "the figures");
	values[SEEDS_COUNT] = (double)reach.seeds;
	values[SEEDS_REACHED] = (double)reach.pages;
	values[SEEDS_DOWNLOADS] = (double)order->count;
	return judge_order(run, order, values);
}

/* ---- crawls that end too early ---------------------------------------- */

/* The draws of an order that did not come to a point. */
static uint64_t
count_ended(const struct hotcurve_run *run, uint64_t order, uint64_t point)
{
	const struct drawn_order *drawn = &run->draws.orders[order];
	uint64_t ended = 0;

	for (uint64_t d = 0; d < drawn->count; d++)
		ended += drawn->draws[d].values[SEEDS_DOWNLOADS] <
			 (double)run->sample.points[point];
	return ended;
}

/* An empty cell must say why; once for seeds, and once for limits. */
static void
warn_of_ended(const struct hotcurve_run *run)
{
	uint64_t last = run->sample.points[run->sample.point_count - 1];
	uint64_t few = 0, limited = 0, all = 0;

	for (uint64_t i = 0; i < run->draws.count; i++) {
		const struct drawn_order *drawn = &run->draws.orders[i];

		all += drawn->count;
		for (uint64_t d = 0; d < drawn->count; d++) {
			const double *values = drawn->draws[d].values;

			few += values[SEEDS_REACHED] < (double)last;
			limited += values[SEEDS_REACHED] >= (double)last &&
				   values[SEEDS_DOWNLOADS] < (double)last;
		}
	}
	if (few)
		cmd_warn(run->cmd, "the seeds of %" PRIu64 " of %" PRIu64 " "
			 "crawls reach fewer than %" PRIu64 " pages: no "
			 "figures after the end of these crawls (see the "
			 "column reached)", few, all, last);
	if (limited)
		cmd_warn(run->cmd, "%" PRIu64 " of %" PRIu64 " crawls end "
			 "before %" PRIu64 " downloads, though their seeds "
			 "reach more pages: no figures after that (was --max "
			 "or another limit given?)", limited, all, last);
}

/* ---- as a table ------------------------------------------------------- */

static void
write_seeds_row(struct hotcurve_run *run, struct table *table, uint64_t order,
		uint64_t point)
{
	uint64_t pages = run->sample.points[point];

	table_string(table, run->draws.orders[order].name);
	table_uint(table, pages);
	table_double(table, (double)pages / (double)run->bench.ranking.count);
	for (int f = 0; f < POINT_ALL; f++)
		if (f != POINT_HOSTS || seeds_hosts(run))
			hotcurve_write_quartiles(run, table, order,
						 figure_at(point, f));
	hotcurve_write_quartiles(run, table, order, SEEDS_REACHED);
	sheet_count(table, hotcurve_median(run, order, SEEDS_DOWNLOADS));
	sheet_count(table, hotcurve_median(run, order, SEEDS_COUNT));
	if (hotcurve_has_quartiles(run)) {
		table_uint(table, run->draws.orders[order].count);
		table_uint(table, count_ended(run, order, point));
	}
}

/* A name and, for several draws, those of its quartiles. */
static void
name_column(struct hotcurve_run *run, const char **columns, unsigned *count,
	    const char *const names[3])
{
	unsigned few = hotcurve_has_quartiles(run) ? 3 : 1;

	for (unsigned i = 0; i < few; i++)
		columns[(*count)++] = names[i];
}

static enum sp_status
seeds_write(struct hotcurve_run *run)
{
	static const char *const mass[] = { "mass", "mass_q1", "mass_q3" };
	static const char *const hosts[] = { "hosts", "hosts_q1", "hosts_q3" };
	static const char *const throughput[] = {
		"throughput", "throughput_q1", "throughput_q3"
	}, *const reached[] = { "reached", "reached_q1", "reached_q3" };
	const char *columns[20] = { "order", "pages", "fraction" };
	unsigned count = 3;
	struct table table;

	name_column(run, columns, &count, mass);
	if (seeds_hosts(run))
		name_column(run, columns, &count, hosts);
	name_column(run, columns, &count, throughput);
	name_column(run, columns, &count, reached);
	columns[count++] = "downloads";
	columns[count++] = "seeds";
	if (hotcurve_has_quartiles(run)) {
		columns[count++] = "draws";
		columns[count++] = "ended";
	}
	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t i = 0; i < run->draws.count; i++)
		for (uint64_t p = 0; p < run->sample.point_count; p++)
			write_seeds_row(run, &table, i, p);
	return table_end(&table);
}

/* ---- as a figure ------------------------------------------------------ */

/* Columns: downloads, then median and quartiles of each figure. */
static void
plot_seeds_data(struct hotcurve_run *run, struct plot *plot)
{
	for (uint64_t i = 0; i < run->draws.count; i++) {
		plot_data(plot, (unsigned)i);
		for (uint64_t p = 0; p < run->sample.point_count; p++) {
			plot_number(plot,
				    (double)run->sample.points[p] /
					    (double)run->bench.ranking.count);
			for (int f = 0; f < POINT_ALL; f++)
				hotcurve_plot_quartiles(run, plot, i,
							figure_at(p, f));
			plot_row(plot);
		}
		plot_data_end(plot);
	}
}

static bool
has_figures(const struct hotcurve_run *run, uint64_t i)
{
	return count_ended(run, i, 0) < run->draws.orders[i].count;
}

/* Axes begin at 0 and end a little above the highest value. */
static enum sp_status
plot_panel(struct hotcurve_run *run, struct plot *plot, int figure,
	   const char *label)
{
	double high = 0;

	for (uint64_t p = 0; p < run->sample.point_count; p++)
		high = fmax(high, hotcurve_highest(run, figure_at(p, figure)));
	plot_axes(plot, "downloads, share of pages", label);
	if (high > 0) {
		plot_ticks(plot, 'y', 0, high, figure == POINT_HOSTS);
		hotcurve_plot_range(plot, 'y', 0, high * 1.03);
	}
	return hotcurve_plot_bands(run, plot, 2 + 3 * (unsigned)figure,
				   run->sample.point_count, has_figures);
}

static enum sp_status
plot_seeds(struct hotcurve_run *run)
{
	static const char *const labels[] = {
		"share of the score", "hosts", "best pages found"
	};
	const struct sp_hosts *hosts = seeds_hosts(run);
	double end = run->options->at ? 0 : SEEDS_LAST;
	enum sp_status status;
	struct plot plot;

	status = hotcurve_plot_begin(run, &plot, "Seeds at equal downloads",
				     hosts ? 3 : 2, run->draws.count);
	if (status)
		return status;
	plot_seeds_data(run, &plot);
	for (uint64_t i = 0; i < run->sample.fraction_count; i++)
		end = fmax(end, run->sample.fractions[i]);
	hotcurve_plot_range(&plot, 'x', 0, end);
	plot_ticks(&plot, 'x', 0, end, false);
	for (int f = 0; !status && f < POINT_ALL; f++)
		if (f != POINT_HOSTS || hosts)
			status = plot_panel(run, &plot, f, labels[f]);
	return status ? status : plot_end(&plot);
}

static enum sp_status
print_seeds(struct hotcurve_run *run)
{
	warn_of_ended(run);
	return run->options->figure.draws ? plot_seeds(run) : seeds_write(run);
}

const struct hotcurve_metric hotcurve_seeds = {
	.needs = HOTCURVE_NEEDS_BENCHMARK | HOTCURVE_NEEDS_GRAPH |
		 HOTCURVE_NEEDS_HOSTS | HOTCURVE_NEEDS_SEEDS,
	.options = HOTCURVE_AT | HOTCURVE_HOT,
	.collect = collect_seeds, .print = print_seeds, .spread = spread_seeds
};
