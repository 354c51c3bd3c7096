/* SPDX-License-Identifier: MIT */
/*
 * Which hosts hold a crawl in time up: of each, its pages, when the first
 * request began and the last one ended, how long requests took together, and
 * how long the host takes if nothing but itself is waited for.  The host that
 * takes longest comes first: no crawl of these pages is shorter.  The figure is
 * of connections in use over hours.
 *
 * How long a host takes alone is estimated from below, by the shortest pause
 * that it had: its requests with that pause between every two, or, where pauses
 * count from the beginning of a request, that many of the shortest intervals.
 * A host that was asked a few times may never have been asked as soon as it
 * might, and has the shortest ones of all hosts.  Where requests overtake each
 * other, the shortest interval may be between two that did not follow each
 * other and is missed; but no host takes longer alone than it did in the crawl.
 *
 * Of a host that had at most k requests at a time, the pause before request i,
 * counted from 0, is one after the end of request i - k: of k connections, all
 * but its own may be busy.  Its requests, and such a pause before each but the
 * first k, are shared by k.  The pauses and the requests sum up to the last k
 * ends less the first k starts, so that is no longer than the crawl either.
 *
 * A page waits from when its parent had come, or for a seed from the beginning,
 * until its request begins.
 *
 * Only requests that brought a page are in an order.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "base/compare.h"
#include "base/memory.h"
#include "stream/section/hosts.h"

#include <math.h>
#include <stdlib.h>

/* All times are microseconds. */
struct host_row {
	uint32_t host;
	uint64_t pages, first, last, busy, alone;
	uint64_t start;          /* of the request before */
	uint64_t pause;          /* the shortest before a request, */
	uint64_t interval;       /* ... and from a start to a start */
	uint64_t at_once;        /* most requests at a time */
	uint64_t queued;         /* most pages that waited at a time */
	double waited;           /* of all pages together */
};

/* The longest first; hosts are numbered by their first page. */
static int
compare_host_rows(const void *a, const void *b)
{
	const struct host_row *x = a, *y = b;

	if (x->alone != y->alone)
		return x->alone > y->alone ? -1 : 1;
	return x->host < y->host ? -1 : x->host > y->host;
}

/* Requests come in the order of their ends. */
static void
count_request(struct host_row *row, uint64_t start, uint64_t end)
{
	uint64_t apart = start > row->start ? start - row->start :
					      row->start - start;

	if (!row->pages++) {
		row->first = start;
		row->interval = UINT64_MAX;
	} else if (start < row->first) {
		row->first = start;
	}
	if (row->pages > 1 && apart < row->interval)
		row->interval = apart;
	row->start = start;
	row->last = end;
	row->busy += end - start;
}

#define FEW 20 /* requests that say little of the pauses of their host */

/* least: the shortest of all hosts; UINT64_MAX where there is none. */
static void
find_alone(struct host_row *row, const struct host_row *least)
{
	const struct host_row *by = row->pages < FEW ? least : row;
	uint64_t pauses = row->pages - 1, span = row->last - row->first;
	uint64_t by_starts = span, by_pauses = row->busy;

	if (!pauses || by->interval <= span / pauses)
		by_starts = pauses * by->interval;
	if (row->pages > row->at_once)
		by_pauses += (row->pages - row->at_once) * by->pause;
	if (row->at_once > 1)
		by_pauses /= row->at_once;
	row->alone = by_starts > by_pauses ? by_starts : by_pauses;
}

/* Keeps the rows of hosts that have pages; returns how many. */
static uint64_t
finish_rows(struct host_row *rows, uint64_t hosts)
{
	struct host_row least = { .pause = UINT64_MAX,
				  .interval = UINT64_MAX };
	uint64_t count = 0;

	for (uint64_t i = 0; i < hosts; i++) {
		if (!rows[i].pages)
			continue;
		if (rows[i].pause < least.pause)
			least.pause = rows[i].pause;
		if (rows[i].interval < least.interval)
			least.interval = rows[i].interval;
		rows[count++] = rows[i];
	}
	for (uint64_t i = 0; i < count; i++)
		find_alone(&rows[i], &least);
	qsort(rows, count, sizeof(*rows), compare_host_rows);
	return count;
}

/* ---- queues ----------------------------------------------------------- */

/*
 * The longest queue of a host: found and start are when its pages began to
 * wait, and when they no longer did.
 */
static uint64_t
longest_queue(uint64_t *found, uint64_t *start, uint64_t count)
{
	uint64_t queued = 0, most = 0, next = 0;

	qsort(found, count, sizeof(*found), sp_compare_u64);
	qsort(start, count, sizeof(*start), sp_compare_u64);
	for (uint64_t i = 0; i < count; i++) {
		for (; next < count && found[next] <= start[i]; next++)
			queued++;
		most = queued > most ? queued : most;
		queued -= queued > 0;
	}
	return most;
}

/* The most requests of a host at a time; both ascend. */
static uint64_t
most_at_once(const uint64_t *start, const uint64_t *end, uint64_t count)
{
	uint64_t ended = 0, most = 1;

	for (uint64_t i = 0; i < count; i++) {
		while (ended < i && end[ended] <= start[i])
			ended++;
		if (i + 1 - ended > most)
			most = i + 1 - ended;
	}
	return most;
}

/* The shortest pause before a request of a host that has most at a time. */
static uint64_t
shortest_pause(const uint64_t *start, const uint64_t *end, uint64_t count,
	       uint64_t most)
{
	uint64_t shortest = UINT64_MAX;

	for (uint64_t i = most; i < count; i++)
		if (start[i] - end[i - most] < shortest)
			shortest = start[i] - end[i - most];
	return shortest;
}

/* Where the pages of each host begin if they are sorted by hosts. */
static void
place_hosts(const struct host_row *rows, uint64_t hosts, uint64_t *place)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < hosts; i++) {
		place[i] = sum;
		sum += rows[i].pages;
	}
}

/*
 * Fills in at_once and pause of rows.  start has the starts of each host, which
 * ascend; end is room for its ends, which ascend in an order, and so they do
 * for each host.
 */
static void
find_pauses(const struct sp_order *order, const struct sp_units *units,
	    struct host_row *rows, uint64_t *place, const uint64_t *start,
	    uint64_t *end)
{
	place_hosts(rows, units->count, place);
	for (uint64_t i = 0; i < order->count; i++)
		end[place[units->unit_of[order->pages[i]]]++] = order->ends[i];
	for (uint64_t i = 0; i < units->count; i++) {
		struct host_row *row = &rows[i];
		uint64_t first = place[i] - row->pages;

		row->at_once = most_at_once(start + first, end + first,
					    row->pages);
		row->pause = shortest_pause(start + first, end + first,
					    row->pages, row->at_once);
	}
}

/* Fills in what depends on the order of starts; rows have their pages. */
static bool
count_queues(const struct sp_order *order, const struct sp_units *units,
	     uint64_t pages, struct host_row *rows)
{
	uint64_t *come = sp_alloc_zero(pages, sizeof(*come));
	uint64_t *found = sp_alloc(order->count, sizeof(*found));
	uint64_t *start = sp_alloc(order->count, sizeof(*start));
	uint64_t *place = sp_alloc(units->count, sizeof(*place));
	bool memory = come && found && start && place;

	if (memory)
		place_hosts(rows, units->count, place);
	for (uint64_t i = 0; memory && i < order->count; i++) {
		uint32_t host = units->unit_of[order->pages[i]];
		uint32_t parent = order->parents[i];
		uint64_t at = place[host]++;

		found[at] = parent == SP_NO_PARENT ? 0 : come[parent];
		start[at] = order->starts[i];
		come[order->pages[i]] = order->ends[i];
		rows[host].waited += (double)(start[at] - found[at]);
	}
	for (uint64_t i = 0; memory && i < units->count; i++) {
		uint64_t first = place[i] - rows[i].pages;

		rows[i].queued = longest_queue(found + first, start + first,
					       rows[i].pages);
	}
	if (memory)
		find_pauses(order, units, rows, place, start, found);
	free(come);
	free(found);
	free(start);
	free(place);
	return memory;
}

/* Rows of the hosts of an order, sorted, and how many; NULL: no memory. */
static struct host_row *
gather_hosts(const struct sp_order *order, const struct sp_units *units,
	     uint64_t pages, uint64_t *count)
{
	struct host_row *rows = sp_alloc_zero(units->count, sizeof(*rows));

	for (uint64_t i = 0; rows && i < order->count; i++) {
		uint32_t host = units->unit_of[order->pages[i]];

		rows[host].host = host;
		count_request(&rows[host], order->starts[i], order->ends[i]);
	}
	if (rows && !count_queues(order, units, pages, rows)) {
		free(rows);
		return NULL;
	}
	*count = rows ? finish_rows(rows, units->count) : 0;
	return rows;
}

/* ---- the table -------------------------------------------------------- */

static void
write_host(struct table *table, const struct sp_order *order,
	   const struct sp_names *names, const struct host_row *row)
{
	table_string(table, order->name);
	table_name_of(table, names, row->host);
	table_uint(table, row->pages);
	table_double(table, hotcurve_hours(row->first));
	table_double(table, hotcurve_hours(row->last));
	table_double(table, hotcurve_hours(row->busy));
	table_double(table, hotcurve_hours(row->alone));
	table_uint(table, row->queued);
	table_double(table, row->waited / (double)row->pages / 3.6e9);
}

static enum sp_status
write_hosts(struct hotcurve_run *run, const struct sp_hosts *hosts,
	    const struct sp_units *units)
{
	static const char *const columns[] = {
		"order", "host", "pages", "first_hour", "last_hour",
		"busy_hours", "alone_hours", "longest_queue", "wait_hours",
		NULL
	};
	struct table table;

	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t o = 0; o < run->input.orders->count; o++) {
		const struct sp_order *order = order_at(run, o);
		uint64_t count;
		struct host_row *rows = gather_hosts(order, units,
						     hosts->pages, &count);

		if (!rows)
			return sp_no_memory(&run->cmd->err, "the hosts");
		for (uint64_t i = 0; i < count; i++)
			write_host(&table, order, &hosts->names, &rows[i]);
		free(rows);
	}
	return table_end(&table);
}

/* ---- the figure ------------------------------------------------------- */

/* Adds the time of a request to the windows that it overlaps. */
static void
add_request(const struct hotcurve_run *run, uint64_t start, uint64_t end,
	    double *values)
{
	const uint64_t *moments = run->sample.moments;
	uint64_t count = run->sample.point_count, low = 0, high = count;

	/* The first window that ends after the start. */
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (moments[middle] > start)
			high = middle;
		else
			low = middle + 1;
	}
	for (; low < count; low++) {
		uint64_t begin = low ? moments[low - 1] : 0;
		uint64_t from = start > begin ? start : begin;
		uint64_t to = end < moments[low] ? end : moments[low];

		if (to > from)
			values[low] += (double)(to - from) /
				       (double)(moments[low] - begin);
		if (end <= moments[low])
			break;
	}
}

static enum sp_status
fill_connections(struct hotcurve_run *run, struct sheet *sheet)
{
	double *hours = sheet_add(sheet, hotcurve_axis_name(run), "",
				  SHEET_X);

	for (uint64_t i = 0; hours && i < sheet->rows; i++)
		hours[i] = hotcurve_on_axis(run, run->sample.moments[i]);
	for (uint64_t o = 0; hours && o < run->input.orders->count; o++) {
		const struct sp_order *order = order_at(run, o);
		double *values = sheet_add(sheet, order->name, "",
					   SHEET_CURVE);

		hours = values ? hours : NULL;
		for (uint64_t i = 0; values && i < sheet->rows; i++)
			values[i] = 0;
		for (uint64_t i = 0; values && i < order->count; i++)
			add_request(run, order->starts[i], order->ends[i],
				    values);
	}
	return hours ? SP_OK : sp_no_memory(&run->cmd->err, "a curve");
}

static enum sp_status
draw_connections(struct hotcurve_run *run, const struct sheet *sheet)
{
	const double *hours = sheet->columns[0].values;
	double end = hours[sheet->rows - 1], most = 0;
	struct plot plot;

	for (uint64_t i = 1; i < sheet->count; i++)
		for (uint64_t row = 0; row < sheet->rows; row++)
			most = fmax(most, sheet->columns[i].values[row]);
	if (hotcurve_plot_begin(run, &plot, "Connections in use", 1,
				sheet->count - 1))
		return run->cmd->err.status;
	end = end > 0 ? end : 1;
	most = most > 0 ? most : 1;
	hotcurve_plot_range(&plot, 'x', 0, end);
	plot_ticks(&plot, 'x', 0, end, false);
	hotcurve_plot_range(&plot, 'y', 0, most * 1.025);
	plot_ticks(&plot, 'y', 0, most, false);
	if (sheet_plot(sheet, &plot, hotcurve_axis_name(run),
		       "downloads at a time", true))
		return run->cmd->err.status;
	return plot_end(&plot);
}

static enum sp_status
plot_connections(struct hotcurve_run *run)
{
	struct sheet sheet = { .rows = run->sample.point_count };
	enum sp_status status = fill_connections(run, &sheet);

	if (!status)
		status = draw_connections(run, &sheet);
	sheet_free(&sheet);
	return status;
}

static enum sp_status
print_hosts(struct hotcurve_run *run)
{
	const struct sp_hosts *hosts =
		sp_contents_hosts(&run->input.contents);
	struct sp_units units = SP_UNITS_EMPTY;
	enum sp_status status;

	if (run->options->figure.draws)
		return plot_connections(run);
	if (!hosts)
		return run->cmd->graph ? cmd_missing(run->cmd, "hosts") :
		       sp_fail(&run->cmd->err, SP_DATA, "no hosts in the "
			       "stream (give the graph with -g)");
	status = sp_units_of_hosts(hosts, &units, &run->cmd->err);
	if (!status)
		status = write_hosts(run, hosts, &units);
	sp_units_free(&units);
	return status;
}

const struct hotcurve_metric hotcurve_hosts = {
	.needs = HOTCURVE_NEEDS_HOSTS | HOTCURVE_NEEDS_HOURS |
		 HOTCURVE_NEEDS_PARENTS,
	.options = HOTCURVE_POINTS | HOTCURVE_HOURS, .print = print_hosts
};
