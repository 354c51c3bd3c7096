/* SPDX-License-Identifier: MIT */
/*
 * Seconds of each order, as far as they were measured: crawlorder --times.
 */
#include "hotcurve.h"

#include "cli/plot.h"
#include "sheet.h"

#include <math.h>
#include <string.h>

/* Of a draw: downloads until each tenth; if timed, the seconds until it. */
#define TIME_SIZE (2 * SP_ORDER_TENTHS)

/*
 * An order that was not timed has a draw of downloads only, so that it has a
 * row in the table, with "-", and no curve.  A tenth in which no moment was
 * noted has 0 seconds and no value.
 */
static enum sp_status
collect_times(struct hotcurve_run *run, uint64_t i)
{
	const struct sp_order *order = order_at(run, i);
	const double *measured = order->report.seconds;
	bool timed = measured[SP_ORDER_TENTHS - 1] > 0;
	double *values;

	values = hotcurve_draw(run, i, timed ? TIME_SIZE : SP_ORDER_TENTHS);
	if (!values)
		return sp_no_memory(&run->cmd->err, "the times");
	for (uint64_t t = 0; t < SP_ORDER_TENTHS; t++) {
		values[t] = (double)((t + 1) * order->count / SP_ORDER_TENTHS);
		if (timed && measured[t] > 0)
			values[SP_ORDER_TENTHS + t] = measured[t];
	}
	return SP_OK;
}

static bool
is_timed(const struct hotcurve_run *run, uint64_t i)
{
	return draw_set_size(&run->draws, i) == TIME_SIZE;
}

/* Median of the downloads and of the seconds until tenth t. */
static void
time_median(struct hotcurve_run *run, uint64_t order, uint64_t t,
	    double *pages, double *seconds)
{
	*pages = draw_set_quantile(&run->draws, order, t, .5);
	*seconds = draw_set_quantile(&run->draws, order, SP_ORDER_TENTHS + t,
				     .5);
}

static enum sp_status
write_times(struct hotcurve_run *run)
{
	static const char *const columns[] = {
		"order", "pages", "seconds", "pages_per_second", NULL
	};
	struct table table;

	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t i = 0; i < run->draws.count; i++) {
		for (uint64_t t = 0; t < SP_ORDER_TENTHS; t++) {
			double pages, seconds;

			time_median(run, i, t, &pages, &seconds);
			table_string(&table, run->draws.orders[i].name);
			table_uint(&table, (uint64_t)pages);
			sheet_number(&table, seconds);
			/* NaN seconds make this NaN, which prints as "-". */
			sheet_number(&table, pages / seconds);
		}
	}
	return table_end(&table);
}

/* Writes the data of all orders; returns the most downloads. */
static double
plot_time_data(struct hotcurve_run *run, struct plot *plot)
{
	double most = 0;

	for (uint64_t i = 0; i < run->draws.count; i++) {
		plot_data(plot, (unsigned)i);
		for (uint64_t t = 0; t < SP_ORDER_TENTHS; t++) {
			double pages, seconds;

			time_median(run, i, t, &pages, &seconds);
			most = fmax(most, pages);
			plot_number(plot, pages);
			plot_number(plot, seconds);
			plot_row(plot);
		}
		plot_data_end(plot);
	}
	return most;
}

static enum sp_status
plot_times(struct hotcurve_run *run)
{
	struct plot_curve curve = { .x = 1, .y = 2 };
	enum sp_status status;
	struct plot plot;
	double most;

	status = hotcurve_plot_begin(run, &plot, "Time of scheduling", 1,
				     run->draws.count);
	if (status)
		return status;
	most = plot_time_data(run, &plot);
	plot_line(&plot, "set xrange [0:*]");
	plot_ticks(&plot, 'x', 0, most, true);
	plot_axes(&plot, "pages downloaded", "seconds");
	plot_line(&plot, "set yrange [0:*]");
	status = hotcurve_plot_orders(run, &plot, curve, SP_ORDER_TENTHS,
				      is_timed);
	return status ? status : plot_end(&plot);
}

static enum sp_status
print_times(struct hotcurve_run *run)
{
	for (uint64_t i = 0; i < run->draws.count; i++)
		if (is_timed(run, i))
			return run->options->figure.draws ? plot_times(run) :
						     write_times(run);
	return sp_fail(&run->cmd->err, SP_DATA, "no order was timed "
		       "(use crawlorder --times)");
}

const struct hotcurve_metric hotcurve_time = {
	.collect = collect_times, .print = print_times
};
