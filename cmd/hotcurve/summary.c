/* SPDX-License-Identifier: MIT */
/*
 * --summary: one row of figures for each order.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "eval/points.h"
#include "eval/summary.h"

#include <math.h>

static enum sp_status
summarize(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	  struct sp_summary *summary)
{
	return sp_summarize(&run->ranking, run->groups, &run->hot, run->score,
			    order, count, run->options->restricted, run->hits,
			    summary, &run->cmd->err);
}

/* Writes a row; report is NULL for an order that was not crawled. */
static void
write_summary(struct hotcurve_run *run, struct table *table, const char *name,
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
	table_double(table, hotcurve_scaled(run, SCALE_PROB, summary->mass_45));
	table_double(table, hotcurve_scaled(run, SCALE_PROB, summary->mass));
	sheet_number(table, summary->tau.defined ? summary->tau.tau : NAN);
	sheet_number(table, timed ? seconds : NAN);
	sheet_number(table, timed ? (double)pages / seconds : NAN);
	/* A count, of which no digit is dropped. */
	if (report)
		table_uint(table, report->updates);
	else
		table_none(table);
}

/* The averages of a random order, some of them from those of the ideal one. */
static void
summarize_shuffle(const struct hotcurve_run *run,
		  const struct sp_summary *ideal, struct sp_summary *summary)
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

enum sp_status
hotcurve_print_summary(struct hotcurve_run *run)
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
	table.digits = run->options->precision;
	for (uint64_t i = 0; i < run->orders->count; i++) {
		const struct sp_order *order = order_at(run, i);

		status = summarize(run, order->pages, order->count, &summary);
		if (status)
			return status;
		write_summary(run, &table, order->name, &summary, order->count,
			      &order->report);
	}
	/* The ideal order downloads pages by rank; shuffle needs its mass. */
	status = summarize(run, ranking->by_rank, ranking->count, &summary);
	if (status)
		return status;
	summarize_shuffle(run, &summary, &shuffle);
	write_summary(run, &table, "shuffle", &shuffle, ranking->count, NULL);
	write_summary(run, &table, "ideal", &summary, ranking->count, NULL);
	return table_end(&table);
}
