/* SPDX-License-Identifier: MIT */
/*
 * --until: when a curve reaches a value, the question that is asked the other
 * way round than by --at.
 *
 * A curve that only rises is searched: it is sampled at some points, and then
 * between the two of them where it reaches the value, until these are
 * neighbours.  So the curve is that of its metric, whatever that is, and the
 * answer is exact.  A value that is not reached is infinitely late, so that a
 * median over draws is one of all of them.
 */
#include "hotcurve.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>

#define SEARCH_POINTS 1024 /* three rounds find one download of a billion */

/* ---- the values ------------------------------------------------------- */

/* "0.5" is a value, "95%" that part of what an order has in the end. */
static bool
parse_target(const char *text, size_t length, struct hotcurve_target *target)
{
	target->text = text;
	target->length = length;
	target->part = length && text[length - 1] == '%';
	if (!sp_parse_double(text, length - target->part, &target->value))
		return false;
	if (target->part)
		target->value /= 100;
	return target->value > 0 && (!target->part || target->value <= 1);
}

enum sp_status
hotcurve_read_targets(struct hotcurve_run *run)
{
	const char *list = run->options->until;
	uint64_t capacity = 0;

	for (const char *at = list;; at++) {
		struct hotcurve_target target;

		if (!parse_target(at, strcspn(at, ","), &target))
			return sp_fail(&run->cmd->err, SP_USAGE, "option "
				       "--until: \"%s\" is not a list of "
				       "values above 0, or parts of what an "
				       "order has in the end, such as "
				       "50%%,95%%", list);
		if (!sp_grow(&run->sample.targets, &capacity,
			     run->sample.target_count + 1))
			return sp_no_memory(&run->cmd->err, "the values");
		run->sample.targets[run->sample.target_count++] = target;
		at += target.length;
		if (!*at)
			return SP_OK;
	}
}

/* ---- the search ------------------------------------------------------- */

/* Sets points after low, up to high, which is more; returns how many. */
static uint64_t
spread_between(struct hotcurve_sample *sample, uint64_t low, uint64_t high)
{
	uint64_t steps = high - low < SEARCH_POINTS ? high - low :
						      SEARCH_POINTS;

	for (uint64_t i = 0; i < steps; i++)
		sample->points[i] = low + (high - low) / steps * (i + 1) +
				    (high - low) % steps * (i + 1) / steps;
	sample->point_count = steps;
	return steps;
}

/*
 * A sum of scores depends on the order of its terms, in its last digits: a
 * crawl of all pages need not reach a whole 1.
 */
#define ROUNDING 1e-12

/* The first number of downloads of which the curve has the value; or 0. */
static enum sp_status
find_target(struct hotcurve_run *run, const struct sp_order *order,
	    double value, double *values, uint64_t *found)
{
	struct hotcurve_sample *sample = &run->sample;
	uint64_t low = 0, high = order->count;

	value -= value * ROUNDING;
	*found = 0;
	while (low < high) {
		uint64_t steps = spread_between(sample, low, high), i = 0;

		if (hotcurve_sample_curve(run, order->pages, order->count,
					  values))
			return run->cmd->err.status;
		while (i < steps && !(values[i] >= value))
			i++;
		if (i == steps)
			return SP_OK;
		high = sample->points[i];
		low = i ? sample->points[i - 1] : low;
		if (high == low + 1) {
			*found = high;
			return SP_OK;
		}
	}
	return SP_OK;
}

/* What the order has in the end. */
static enum sp_status
last_value(struct hotcurve_run *run, const struct sp_order *order,
	   double *values)
{
	run->sample.points[0] = order->count;
	run->sample.point_count = 1;
	return hotcurve_sample_curve(run, order->pages, order->count, values);
}

enum sp_status
hotcurve_collect_until(struct hotcurve_run *run, uint64_t i)
{
	const struct hotcurve_sample *sample = &run->sample;
	const struct sp_order *order = order_at(run, i);
	double *when = hotcurve_draw(run, i, sample->target_count);
	double *values = sp_alloc(SEARCH_POINTS, sizeof(*values));
	enum sp_status status = SP_OK;
	double last;

	if (!when || !values)
		status = sp_no_memory(&run->cmd->err, "a curve");
	if (!status && !sample->points)
		status = hotcurve_set_points(run, SEARCH_POINTS);
	if (!status)
		status = last_value(run, order, values);
	last = status ? 0 : *values;
	for (uint64_t t = 0; !status && t < sample->target_count; t++) {
		const struct hotcurve_target *target = &sample->targets[t];
		uint64_t found;

		status = find_target(run, order, target->part ?
				     target->value * last : target->value,
				     values, &found);
		when[t] = status || !found ? INFINITY :
			  hotcurve_is_timed(run) ?
				  hotcurve_on_axis(run,
						   order->ends[found - 1]) :
				  (double)found;
	}
	free(values);
	return status;
}

/* ---- the table -------------------------------------------------------- */

enum sp_status
hotcurve_print_until(struct hotcurve_run *run)
{
	static const char *const columns[3][6] = {
		{ "order", "until", "downloads", "downloads_q1",
		  "downloads_q3" },
		{ "order", "until", "hours", "hours_q1", "hours_q3" },
		{ "order", "until", "requests", "requests_q1", "requests_q3" }
	};
	const char *shown[6] = { NULL };
	struct table table;

	for (unsigned i = 0; i < (hotcurve_has_quartiles(run) ? 5 : 3); i++)
		shown[i] = columns[run->options->axis][i];
	table_begin(&table, run->output, shown, run->options->json,
		    &run->cmd->err);
	for (uint64_t order = 0; order < run->draws.count; order++)
		for (uint64_t t = 0; t < run->sample.target_count; t++) {
			const struct hotcurve_target *target =
				&run->sample.targets[t];

			table_string(&table, run->draws.orders[order].name);
			table_text(&table, target->text, target->length);
			hotcurve_write_quartiles(run, &table, order, t);
		}
	return table_end(&table);
}
