/* SPDX-License-Identifier: MIT */
/*
 * Seconds of each order, as far as they were measured: crawlorder --times.
 */
#include "hotcurve.h"

#include "cli/plot.h"
#include "sheet.h"

#include <math.h>
#include <string.h>

/* Downloads and seconds until the i-th tenth, from 0; NaN: not measured. */
static uint64_t
tenth(const struct sp_order *order, unsigned i, double *seconds)
{
	const double *measured = order->report.seconds;

	*seconds = measured[i] > 0 ? measured[i] : NAN;
	return (i + 1) * order->count / SP_ORDER_TENTHS;
}

static bool
is_timed(const struct hotcurve_run *run, uint64_t i)
{
	return order_at(run, i)->report.seconds[SP_ORDER_TENTHS - 1] > 0;
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
	for (uint64_t i = 0; i < run->orders->count; i++) {
		const struct sp_order *order = order_at(run, i);

		for (unsigned t = 0; t < SP_ORDER_TENTHS; t++) {
			double seconds;
			uint64_t pages = tenth(order, t, &seconds);

			table_string(&table, order->name);
			table_uint(&table, pages);
			sheet_number(&table, seconds);
			/* NaN seconds make this NaN, which prints as "-". */
			sheet_number(&table, (double)pages / seconds);
		}
	}
	return table_end(&table);
}

static enum sp_status
plot_times(struct hotcurve_run *run)
{
	struct plot_curve curve = { .x = 1, .y = 2 };
	uint64_t most = 0;
	enum sp_status status;
	struct plot plot;

	status = hotcurve_plot_begin(run, &plot, "Time of scheduling", 1,
				     run->orders->count);
	if (status)
		return status;
	for (uint64_t i = 0; i < run->orders->count; i++) {
		if (order_at(run, i)->count > most)
			most = order_at(run, i)->count;
		plot_data(&plot, (unsigned)i);
		for (unsigned t = 0; t < SP_ORDER_TENTHS; t++) {
			double seconds;

			plot_number(&plot, (double)tenth(order_at(run, i), t,
							 &seconds));
			plot_number(&plot, seconds);
			plot_row(&plot);
		}
		plot_data_end(&plot);
	}
	plot_line(&plot, "set xrange [0:*]");
	plot_ticks(&plot, 'x', 0, (double)most, true);
	plot_axes(&plot, "pages downloaded", "seconds");
	plot_line(&plot, "set yrange [0:*]\nset format x '%.0s%c'");
	status = hotcurve_plot_orders(run, &plot, curve, SP_ORDER_TENTHS,
				      is_timed);
	return status ? status : plot_end(&plot);
}

static enum sp_status
print_times(struct hotcurve_run *run)
{
	for (uint64_t i = 0; i < run->orders->count; i++)
		if (is_timed(run, i))
			return run->options->draws ? plot_times(run) :
						     write_times(run);
	return sp_fail(&run->cmd->err, SP_DATA, "no order was timed "
		       "(use crawlorder --times)");
}

const struct hotcurve_metric hotcurve_time = { .print = print_times };
