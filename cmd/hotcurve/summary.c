/* SPDX-License-Identifier: MIT */
/*
 * --summary: one row of figures for each order, as for a table in a paper.
 *
 * All figures come from sp_summarize(); those of a random order are computed
 * from the ideal one, whose mass it shares.  Rows are draws like others, so
 * that several files give quartiles.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "measure/crawl/points.h"
#include "measure/crawl/summary.h"

#include <math.h>
#include <string.h>

static enum sp_status
summarize_order(struct hotcurve_run *run, const uint32_t *order,
		uint64_t count, struct sp_summary *summary)
{
	return sp_summarize(&run->bench.ranking, run->bench.groups,
			    &run->bench.hot, run->bench.score, order, count,
			    run->options->tau.restricted, run->bench.hits,
			    summary, &run->cmd->err);
}

/* The figures of a row, in the order of its columns. */
enum { ROW_PAGES, ROW_THROUGHPUT, ROW_MEAN_45 = ROW_THROUGHPUT + 3, ROW_MEAN,
       ROW_MASS_45, ROW_MASS, ROW_TAU, ROW_SECONDS, ROW_SPEED, ROW_UPDATES,
       ROW_SIZE };

/* Fills in a row; report is NULL for an order that was not crawled. */
static void
summary_fill_row(const struct hotcurve_run *run, double row[ROW_SIZE],
		 const struct sp_summary *summary, uint64_t pages,
		 const struct sp_crawl_report *report)
{
	double seconds = report ? report->seconds[SP_ORDER_TENTHS - 1] : 0;
	bool timed = seconds > 0;

	row[ROW_PAGES] = (double)pages;
	for (int i = 0; i < 3; i++)
		row[ROW_THROUGHPUT + i] = summary->throughput[i];
	row[ROW_MEAN_45] = summary->mean_45;
	row[ROW_MEAN] = summary->mean;
	row[ROW_MASS_45] = hotcurve_scaled(run, SCALE_PROB, summary->mass_45);
	row[ROW_MASS] = hotcurve_scaled(run, SCALE_PROB, summary->mass);
	row[ROW_TAU] = summary->tau.defined ? summary->tau.tau : NAN;
	row[ROW_SECONDS] = timed ? seconds : NAN;
	row[ROW_SPEED] = timed ? (double)pages / seconds : NAN;
	row[ROW_UPDATES] = report ? (double)report->updates : NAN;
}

/* The averages of a random order, some of them from those of the ideal one. */
static void
summarize_shuffle(const struct hotcurve_run *run,
		  const struct sp_summary *ideal, struct sp_summary *summary)
{
	static const double parts[] = { .1, .25, .45 };
	uint64_t all = run->bench.ranking.count, most = sp_points_at(all, .45);
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

/* The baselines are the same for all files, except with --reachable. */
static enum sp_status
collect_summary_baselines(struct hotcurve_run *run)
{
	const struct sp_hotrank *ranking = &run->bench.ranking;
	struct sp_summary summary, shuffle;
	double *shuffle_row, *ideal_row;
	enum sp_status status;

	if (run->baselines.count && !run->options->reachable)
		return SP_OK;
	/* The ideal order downloads pages by rank; shuffle needs its mass. */
	status = summarize_order(run, ranking->by_rank, ranking->count,
				 &summary);
	if (status)
		return status;
	summarize_shuffle(run, &summary, &shuffle);
	shuffle_row = draw_set_add(&run->baselines, "shuffle", ROW_SIZE);
	ideal_row = draw_set_add(&run->baselines, "ideal", ROW_SIZE);
	if (!shuffle_row || !ideal_row)
		return sp_no_memory(&run->cmd->err, "the summary");
	summary_fill_row(run, shuffle_row, &shuffle, ranking->count, NULL);
	summary_fill_row(run, ideal_row, &summary, ranking->count, NULL);
	return SP_OK;
}

static enum sp_status
collect_summary(struct hotcurve_run *run, uint64_t i)
{
	const struct sp_order *order = order_at(run, i);
	struct sp_summary summary;
	enum sp_status status = summarize_order(run, order->pages,
						order->count, &summary);
	double *row;

	if (!status && !i)
		status = collect_summary_baselines(run);
	if (status)
		return status;
	row = hotcurve_draw(run, i, ROW_SIZE);
	if (!row)
		return sp_no_memory(&run->cmd->err, "the summary");
	summary_fill_row(run, row, &summary, order->count, &order->report);
	return SP_OK;
}

/* No digit of a count is dropped, whatever --precision says. */
static void
write_figure(struct table *table, int column, double value)
{
	if (column == ROW_PAGES || column == ROW_UPDATES)
		sheet_count(table, value);
	else
		sheet_number(table, value);
}

/* Writes a row for each quartile: the median only, unless there are draws. */
static void
write_summary_rows(struct hotcurve_run *run, struct draw_set *set,
		   uint64_t order, struct table *table)
{
	bool quartiles = hotcurve_has_quartiles(run);

	for (unsigned q = quartiles ? 1 : 2; q <= (quartiles ? 3 : 2); q++) {
		table_string(table, set->orders[order].name);
		if (quartiles) {
			TABLE_UINTS(table, set->orders[order].count, q);
		}
		for (int i = 0; i < ROW_SIZE; i++)
			write_figure(table, i, draw_set_quantile(
				set, order, (uint64_t)i, q / 4.0));
	}
}

static enum sp_status
print_summary(struct hotcurve_run *run)
{
	static const char *const columns[] = {
		"order", "draws", "quartile", "pages", "throughput_10",
		"throughput_25", "throughput_45", "mean_throughput_45",
		"mean_throughput", "cumulative_45", "cumulative", "tau",
		"seconds", "pages_per_second", "updates", NULL
	};
	const char *single[sizeof(columns) / sizeof(*columns) - 2];
	struct table table;

	/* One draw has no quartiles. */
	single[0] = columns[0];
	memcpy(single + 1, columns + 3, sizeof(columns) - 3 * sizeof(*columns));
	table_begin(&table, run->output,
		    hotcurve_has_quartiles(run) ? columns : single,
		    run->options->json, &run->cmd->err);
	table.digits = run->options->precision;
	for (uint64_t i = 0; i < run->draws.count; i++)
		write_summary_rows(run, &run->draws, i, &table);
	for (uint64_t i = 0; i < run->baselines.count; i++)
		write_summary_rows(run, &run->baselines, i, &table);
	return table_end(&table);
}

const struct hotcurve_metric hotcurve_summary = {
	.needs = HOTCURVE_NEEDS_TIES, .options = HOTCURVE_HOT,
	.collect = collect_summary, .print = print_summary
};
