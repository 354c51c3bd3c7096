/* SPDX-License-Identifier: MIT */
/*
 * Figures of orders that are drawn several times: the median and the quartiles
 * of one number, in tables and figures alike.
 *
 * A table has quartiles only if there are draws; the data of a figure always
 * do, so that columns have fixed numbers, and bands are drawn only if there
 * are draws.
 */
#include "hotcurve.h"

#include "sheet.h"

#include <math.h>

double
hotcurve_median(struct hotcurve_run *run, uint64_t order, uint64_t i)
{
	return draw_set_quantile(&run->draws, order, i, .5);
}

double
hotcurve_highest(struct hotcurve_run *run, uint64_t i)
{
	double high = 0;

	for (uint64_t order = 0; order < run->draws.count; order++)
		for (int q = 1; q <= 3; q++)
			high = fmax(high, draw_set_quantile(
				&run->draws, order, i, q / 4.0));
	return high;
}

void
hotcurve_write_quartiles(struct hotcurve_run *run, struct table *table,
			 uint64_t order, uint64_t i)
{
	struct draw_set *set = &run->draws;

	sheet_count(table, hotcurve_median(run, order, i));
	if (!hotcurve_has_quartiles(run))
		return;
	sheet_count(table, draw_set_quantile(set, order, i, .25));
	sheet_count(table, draw_set_quantile(set, order, i, .75));
}

void
hotcurve_plot_quartiles(struct hotcurve_run *run, struct plot *plot,
			uint64_t order, uint64_t i)
{
	struct draw_set *set = &run->draws;

	plot_number(plot, hotcurve_median(run, order, i));
	plot_number(plot, draw_set_quantile(set, order, i, .25));
	plot_number(plot, draw_set_quantile(set, order, i, .75));
}

enum sp_status
hotcurve_plot_bands(struct hotcurve_run *run, struct plot *plot,
		    unsigned column, uint64_t rows, hotcurve_chooser *is_shown)
{
	bool bands = hotcurve_has_quartiles(run);
	struct plot_curve curve = {
		.x = 1, .y = column, .low = bands ? column + 1 : 0,
		.high = bands ? column + 2 : 0
	};

	return hotcurve_plot_orders(run, plot, curve, rows, is_shown);
}
