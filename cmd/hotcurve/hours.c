/* SPDX-License-Identifier: MIT */
/*
 * Curves over hours, of orders in time: the moments at which they are sampled,
 * and how many downloads an order has until each.
 *
 * A metric is one of the first downloads of an order, so all that time changes
 * is how many these are.  It differs from order to order, and points are
 * counted again for each; moments are the same for all files, up to the end of
 * the longest order, so the other files are looked through before.
 */
#include "hotcurve.h"

#include "base/compare.h"
#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

static enum sp_status
make_moments(struct hotcurve_run *run, uint64_t count)
{
	run->sample.moments = sp_alloc(count, sizeof(*run->sample.moments));
	run->sample.point_count = count;
	return run->sample.moments ?
		       SP_OK : sp_no_memory(&run->cmd->err, "the moments");
}

/* A time above 0, or a number of requests, of which each is a second. */
static bool
parse_moment(const struct hotcurve_run *run, const char *text, size_t length,
	     uint64_t *moment)
{
	if (run->options->axis != AXIS_REQUESTS)
		return sp_parse_duration(text, length, moment) && *moment;
	if (!sp_parse_count(text, length, moment) || !*moment ||
	    *moment > UINT64_MAX / 1000000)
		return false;
	*moment *= 1000000;
	return true;
}

/* "1h,1d" */
enum sp_status
hotcurve_read_moments(struct hotcurve_run *run)
{
	const char *list = run->options->at, *at;
	uint64_t count = 1, i = 0;

	for (at = list; *at; at++)
		count += *at == ',';
	if (make_moments(run, count))
		return run->cmd->err.status;
	for (at = list;; at++) {
		size_t length = strcspn(at, ",");

		if (!parse_moment(run, at, length, &run->sample.moments[i]))
			return sp_fail(&run->cmd->err, SP_USAGE, "option --at:"
				       " \"%s\" is not a list of %s, which -x "
				       "%s asks for", list,
				       run->options->axis == AXIS_REQUESTS ?
				       "numbers above 0" : "times above 0, "
				       "such as 1h,12h,7d",
				       hotcurve_axis_name(run));
		i++;
		at += length;
		if (!*at)
			break;
	}
	qsort(run->sample.moments, count, sizeof(*run->sample.moments),
	      sp_compare_u64);
	return SP_OK;
}

/* In steps, so that nothing overflows; the last one is the end. */
static enum sp_status
spread_moments(struct hotcurve_run *run, uint64_t end)
{
	uint64_t count = run->options->points;

	if (make_moments(run, count))
		return run->cmd->err.status;
	for (uint64_t i = 0; i < count; i++)
		run->sample.moments[i] = end / count * (i + 1) +
					 end % count * (i + 1) / count;
	return SP_OK;
}

uint64_t
hotcurve_end_of(const struct sp_order_list *orders)
{
	uint64_t end = 0;

	for (uint64_t i = 0; i < orders->count; i++) {
		const struct sp_order *order = &orders->orders[i].order;

		if (order->ends && order->count &&
		    order->ends[order->count - 1] > end)
			end = order->ends[order->count - 1];
	}
	return end;
}

/* Such as that of crawlimport, which crawlorder passes on. */
static enum sp_status
refuse_untimed(struct hotcurve_run *run, const struct sp_order *order)
{
	bool others = false;

	for (uint64_t i = 0; i < run->input.orders->count; i++)
		others = others || order_at(run, i)->ends;
	return sp_fail(&run->cmd->err, SP_DATA, "order \"%s\" is not one in "
		       "time (%s)", order->name, others ?
		       "crawlorder passes it on: read the graph with -g, and "
		       "it writes its own alone" :
		       "crawlorder --time makes them");
}

/* Is each order in time, by the clock of the axis? */
static enum sp_status
check_clocks(struct hotcurve_run *run)
{
	for (uint64_t i = 0; i < run->input.orders->count; i++) {
		const struct sp_order *order = order_at(run, i);
		bool by_requests;

		if (!order->ends && order->count)
			return refuse_untimed(run, order);
		by_requests = strstr(order->name, "/time=requests") != NULL;
		if (by_requests != (run->options->axis == AXIS_REQUESTS))
			return sp_fail(&run->cmd->err, SP_DATA, "order \"%s\" "
				       "has its downloads over %s (give -x "
				       "%s)", order->name, by_requests ?
				       "requests" : "hours", by_requests ?
				       "requests" : "hours");
	}
	return SP_OK;
}

enum sp_status
hotcurve_find_moments(struct hotcurve_run *run)
{
	struct hotcurve_sample *sample = &run->sample;
	uint64_t end;

	if (check_clocks(run))
		return run->cmd->err.status;
	/* A search sets its own. */
	if (run->options->until)
		return SP_OK;
	end = hotcurve_end_of(run->input.orders);
	if (sample->moments && !run->options->at && end > sample->end)
		cmd_warn(run->cmd, "a file from a pipe has a longer crawl than "
			 "those before, beyond the end of the curves (give it "
			 "first, or --at)");
	if (end > sample->end)
		sample->end = end;
	if (!sample->end && !sample->moments)
		return sp_fail(&run->cmd->err, SP_DATA, "no order has a "
			       "download");
	if (!sample->moments && spread_moments(run, sample->end))
		return run->cmd->err.status;
	return sample->points ? SP_OK :
	       hotcurve_set_points(run, sample->point_count);
}

/* Ends ascend, and so do moments. */
void
hotcurve_count_until(struct hotcurve_run *run, const struct sp_order *order)
{
	uint64_t done = 0;

	for (uint64_t i = 0; i < run->sample.point_count; i++) {
		while (done < order->count &&
		       order->ends[done] <= run->sample.moments[i])
			done++;
		run->sample.points[i] = done;
	}
}
