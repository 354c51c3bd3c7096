/* SPDX-License-Identifier: MIT */
#include "crawlimport.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN_HOSTS 10 /* of host-time; the others are one */

/* ---- rows ------------------------------------------------------------- */

static enum sp_status
find_host(struct crawlimport *job, struct sp_span url, uint32_t *host)
{
	struct log_tables *tables = &job->tables;
	char text[SP_NAME_MAX];
	uint64_t number;
	size_t length;
	bool ascii;

	if (!tables->by_host)
		tables->by_host = sp_dictionary_new(&tables->hosts);
	if (!tables->by_host)
		return sp_no_memory(&job->cmd->err, "hosts");
	length = sp_url_host(url.text, url.length, text, &ascii);
	if (sp_dictionary_add(tables->by_host, text, length, &number,
			      &job->cmd->err))
		return job->cmd->err.status;
	*host = (uint32_t)number;
	return number < UINT32_MAX ? SP_OK :
	       sp_fail(&job->cmd->err, SP_DATA, "more than %lu hosts are not "
		       "supported", (unsigned long)UINT32_MAX);
}

enum sp_status
tables_add(struct crawlimport *job, const struct sp_crawl_event *event,
	   uint64_t page, uint64_t via)
{
	struct log_tables *tables = &job->tables;
	struct log_row row = {
		.time = event->time, .size = event->size,
		.status = event->status, .outcome = event->outcome,
		.depth = event->depth > 0 ? event->depth : 0,
		.page = page == SP_LOG_NO_PAGE ? SP_VIA_LOST : (uint32_t)page,
		.via = !event->via.text ? SP_VIA_NONE :
		       via == SP_LOG_NO_PAGE ? SP_VIA_LOST : (uint32_t)via
	};
	bool by_end = job->options->basis == BASIS_END;

	if (by_end && event->end != SP_NO_TIME)
		row.time = event->end;
	/* dns: and such have no host of their own. */
	if (row.outcome != SP_CRAWL_OTHER &&
	    find_host(job, event->url, &row.host))
		return job->cmd->err.status;
	if (!sp_grow(&tables->rows, &tables->capacity, tables->count + 1,
		     sizeof(row)))
		return sp_no_memory(&job->cmd->err, "the table");
	tables->rows[tables->count++] = row;
	return SP_OK;
}

void
tables_free(struct log_tables *tables)
{
	sp_dictionary_free(tables->by_host);
	sp_names_free(&tables->hosts);
	free(tables->rows);
}

/* ---- what tables share ------------------------------------------------ */

static int
compare_times(int64_t x, int64_t y)
{
	return (x > y) - (x < y);
}

static int
by_host_and_time(const void *a, const void *b)
{
	const struct log_row *x = a, *y = b;

	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	return compare_times(x->time, y->time);
}

static int
by_time(const void *a, const void *b)
{
	return compare_times(((const struct log_row *)a)->time,
			     ((const struct log_row *)b)->time);
}

static int
by_depth(const void *a, const void *b)
{
	const struct log_row *x = a, *y = b;

	return (x->depth > y->depth) - (x->depth < y->depth);
}

static int
by_status(const void *a, const void *b)
{
	const struct log_row *x = a, *y = b;

	return (x->status > y->status) - (x->status < y->status);
}

static int
by_size(const void *a, const void *b)
{
	return compare_times(*(const int64_t *)a, *(const int64_t *)b);
}

/* Only what was asked for counts, and it comes in this order. */
static void
keep_requests(struct log_tables *tables,
	      int (*compare)(const void *, const void *))
{
	uint64_t kept = 0;

	for (uint64_t i = 0; i < tables->count; i++)
		if (tables->rows[i].outcome != SP_CRAWL_OTHER)
			tables->rows[kept++] = tables->rows[i];
	tables->count = kept;
	if (kept)
		qsort(tables->rows, kept, sizeof(*tables->rows), compare);
}

/* Counts of some requests. */
struct request_sum {
	uint64_t downloads, failures, bytes;
};

static void
sum_add(struct request_sum *sum, const struct log_row *row)
{
	sum->downloads += row->outcome == SP_CRAWL_DOWNLOAD;
	sum->failures += row->outcome == SP_CRAWL_FAILURE;
	sum->bytes += row->size > 0 ? (uint64_t)row->size : 0;
}

static void
put_time(struct table *table, int64_t time)
{
	char text[SP_WHEN_TEXT];

	sp_when_format(text, time);
	table_string(table, text);
}

static void
put_host(struct table *table, const struct log_tables *tables, uint64_t host)
{
	size_t length;
	const char *name = sp_names_get(&tables->hosts, host, &length);

	table_text(table, name, length);
}

static void
put_share(struct table *table, uint64_t part, uint64_t whole)
{
	if (whole)
		table_double(table, (double)part / (double)whole);
	else
		table_none(table);
}

/* ---- hosts ------------------------------------------------------------ */

struct host_sum {
	struct request_sum sum;
	uint32_t host;
	int64_t first, last;
	int64_t least, median, most; /* waits in ms; none: most -1 */
	double mean;
};

static int
by_downloads(const void *a, const void *b)
{
	const struct host_sum *x = a, *y = b;

	if (x->sum.downloads != y->sum.downloads)
		return x->sum.downloads > y->sum.downloads ? -1 : 1;
	return (x->host > y->host) - (x->host < y->host);
}

/* The rows of a host, in the order of time; waits has room for them. */
static struct host_sum
sum_host(const struct log_row *rows, uint64_t count, int64_t *waits)
{
	struct host_sum sum = { .host = rows->host, .first = rows->time,
				.last = rows[count - 1].time, .most = -1 };

	for (uint64_t i = 0; i < count; i++)
		sum_add(&sum.sum, &rows[i]);
	if (count < 2)
		return sum;
	for (uint64_t i = 1; i < count; i++)
		waits[i - 1] = rows[i].time - rows[i - 1].time;
	count--;
	qsort(waits, count, sizeof(*waits), by_size);
	sum.least = waits[0];
	sum.median = waits[(count - 1) / 2];
	sum.most = waits[count - 1];
	sum.mean = (double)(sum.last - sum.first) / (double)count;
	return sum;
}

/* The sums of all hosts with requests, those of most downloads first. */
static struct host_sum *
sum_hosts(struct log_tables *tables, uint64_t *count)
{
	struct host_sum *sums = sp_alloc(tables->hosts.count, sizeof(*sums));
	int64_t *waits;

	keep_requests(tables, by_host_and_time);
	waits = sp_alloc(tables->count, sizeof(*waits));
	*count = 0;
	for (uint64_t i = 0, end; sums && waits && i < tables->count;
	     i = end) {
		for (end = i + 1; end < tables->count &&
		     tables->rows[end].host == tables->rows[i].host;)
			end++;
		sums[(*count)++] = sum_host(&tables->rows[i], end - i, waits);
	}
	if (*count)
		qsort(sums, *count, sizeof(*sums), by_downloads);
	if (!waits) {
		free(sums);
		sums = NULL;
	}
	free(waits);
	return sums;
}

static void
put_wait(struct table *table, const struct host_sum *sum, double ms)
{
	if (sum->most < 0)
		table_none(table);
	else
		table_double(table, ms / 1000);
}

static enum sp_status
write_hosts(struct crawlimport *job, struct table *table)
{
	struct log_tables *tables = &job->tables;
	uint64_t count;
	struct host_sum *sums = sum_hosts(tables, &count);

	if (!sums)
		return sp_no_memory(&job->cmd->err, "the table");
	for (uint64_t i = 0; i < count; i++) {
		const struct host_sum *sum = &sums[i];

		put_host(table, tables, sum->host);
		table_uint(table, sum->sum.downloads);
		table_uint(table, sum->sum.failures);
		put_share(table, sum->sum.failures,
			  sum->sum.failures + sum->sum.downloads);
		table_uint(table, sum->sum.bytes);
		put_time(table, sum->first);
		put_time(table, sum->last);
		put_wait(table, sum, (double)sum->least);
		put_wait(table, sum, (double)sum->median);
		put_wait(table, sum, sum->mean);
		put_wait(table, sum, (double)sum->most);
	}
	free(sums);
	return SP_OK;
}

/* ---- waits ------------------------------------------------------------ */

/*
 * 0, then up to 1, 2, 5, 10, 20 ... milliseconds; the last is 5 * 10^14, more
 * than from 1970 to 9999, the years of logs.
 */
#define WAIT_CLASSES 45

static int64_t
wait_limit(unsigned class)
{
	static const int64_t steps[] = { 1, 2, 5 };
	int64_t limit = 1;

	if (!class)
		return 0;
	for (unsigned i = (class - 1) / 3; i; i--)
		limit *= 10;
	return limit * steps[(class - 1) % 3];
}

static enum sp_status
write_waits(struct crawlimport *job, struct table *table)
{
	struct log_tables *tables = &job->tables;
	uint64_t counts[WAIT_CLASSES + 1] = { 0 }, all = 0, sum = 0;
	unsigned first = 0, last = 0;

	keep_requests(tables, by_host_and_time);
	for (uint64_t i = 1; i < tables->count; i++) {
		const struct log_row *row = &tables->rows[i];
		unsigned class = 0;

		if (row->host != row[-1].host)
			continue;
		while (class < WAIT_CLASSES &&
		       row->time - row[-1].time > wait_limit(class))
			class++;
		counts[class]++;
		all++;
		if (class > last)
			last = class;
	}
	while (first < last && !counts[first])
		first++;
	for (unsigned c = first; all && c <= last; c++) {
		sum += counts[c];
		table_double(table, (double)wait_limit(c) / 1000);
		table_uint(table, counts[c]);
		put_share(table, counts[c], all);
		put_share(table, sum, all);
	}
	return SP_OK;
}

/* ---- time ------------------------------------------------------------- */

/* Of 1, 2, 5, 10 ... seconds, the least that makes at most 200 rows. */
static int64_t
choose_window(const struct crawlimport *job)
{
	const struct log_tables *tables = &job->tables;
	int64_t all;
	unsigned class = 10;

	if (job->options->window > 0)
		return job->options->window < .001 ? 1 :
		       (int64_t)(job->options->window * 1000);
	all = tables->count ? tables->rows[tables->count - 1].time -
			      tables->rows[0].time : 0;
	while (class < WAIT_CLASSES && all / wait_limit(class) >= 200)
		class++;
	return wait_limit(class);
}

/* Rows [first, *last) are of one window; its start in *start. */
static uint64_t
window_end(const struct log_tables *tables, uint64_t first, int64_t window,
	   int64_t *start)
{
	int64_t from = tables->rows[0].time;
	uint64_t end = first;

	*start = from + (tables->rows[first].time - from) / window * window;
	while (end < tables->count &&
	       tables->rows[end].time - *start < window)
		end++;
	return end;
}

static void
put_window(struct table *table, const struct log_tables *tables,
	   int64_t start)
{
	put_time(table, start);
	table_double(table, (double)(start - tables->rows[0].time) / 1000);
}

static enum sp_status
write_time(struct crawlimport *job, struct table *table)
{
	struct log_tables *tables = &job->tables;
	uint64_t *seen = sp_alloc_zero(tables->hosts.count, sizeof(*seen));
	int64_t window, start;

	if (!seen)
		return sp_no_memory(&job->cmd->err, "the table");
	keep_requests(tables, by_time);
	window = choose_window(job);
	for (uint64_t i = 0, end; i < tables->count; i = end) {
		struct request_sum sum = { 0, 0, 0 };
		uint64_t hosts = 0;

		end = window_end(tables, i, window, &start);
		for (uint64_t j = i; j < end; j++) {
			uint32_t host = tables->rows[j].host;

			sum_add(&sum, &tables->rows[j]);
			hosts += seen[host] != end;
			seen[host] = end;
		}
		put_window(table, tables, start);
		table_uint(table, sum.downloads);
		table_uint(table, sum.failures);
		table_uint(table, hosts);
		table_uint(table, sum.bytes);
	}
	free(seen);
	return SP_OK;
}

/* ---- downloads of hosts over time ------------------------------------- */

/* The line of each host: 0, 1 ... for those of most downloads. */
static uint32_t *
rank_hosts(struct log_tables *tables, struct host_sum *shown,
	   uint64_t *shown_count)
{
	uint32_t *rank = sp_alloc(tables->hosts.count, sizeof(*rank));
	uint64_t count;
	struct host_sum *sums = sum_hosts(tables, &count);

	for (uint64_t i = 0; rank && sums && i < count; i++) {
		rank[sums[i].host] = i < SHOWN_HOSTS ? (uint32_t)i :
						       SHOWN_HOSTS;
		if (i < SHOWN_HOSTS)
			shown[i] = sums[i];
	}
	*shown_count = count < SHOWN_HOSTS ? count : SHOWN_HOSTS;
	if (!sums) {
		free(rank);
		rank = NULL;
	}
	free(sums);
	return rank;
}

static enum sp_status
write_host_time(struct crawlimport *job, struct table *table)
{
	struct log_tables *tables = &job->tables;
	struct host_sum shown[SHOWN_HOSTS];
	uint64_t lines;
	uint32_t *rank = rank_hosts(tables, shown, &lines);
	int64_t window, start;

	if (!rank)
		return sp_no_memory(&job->cmd->err, "the table");
	keep_requests(tables, by_time);
	window = choose_window(job);
	for (uint64_t i = 0, end; i < tables->count; i = end) {
		uint64_t counts[SHOWN_HOSTS + 1] = { 0 };

		end = window_end(tables, i, window, &start);
		for (uint64_t j = i; j < end; j++)
			counts[rank[tables->rows[j].host]] +=
				tables->rows[j].outcome == SP_CRAWL_DOWNLOAD;
		for (uint64_t h = 0; h <= SHOWN_HOSTS; h++) {
			if (!counts[h])
				continue;
			put_window(table, tables, start);
			if (h < lines)
				put_host(table, tables, shown[h].host);
			else
				table_string(table, "others");
			table_uint(table, counts[h]);
		}
	}
	free(rank);
	return SP_OK;
}

/* ---- depths, statuses ------------------------------------------------- */

/*
 * Of requests in the order of time: the depth that the log says, or one more
 * than that of the page on which the URL was found.  If the log ever says where
 * one was found, those of which it does not are seeds.
 */
static enum sp_status
find_depths(struct crawlimport *job)
{
	struct log_tables *tables = &job->tables;
	uint64_t pages = 0;
	bool with_via = false;
	int32_t *depth_of;

	for (uint64_t i = 0; i < tables->count; i++) {
		const struct log_row *row = &tables->rows[i];

		with_via |= row->via != SP_VIA_NONE;
		if (row->page < SP_VIA_LOST && row->page >= pages)
			pages = (uint64_t)row->page + 1;
	}
	depth_of = sp_alloc_zero(pages, sizeof(*depth_of));
	if (!depth_of)
		return sp_no_memory(&job->cmd->err, "the table");
	for (uint64_t i = 0; i < tables->count; i++) {
		struct log_row *row = &tables->rows[i];

		if (!row->depth && row->via == SP_VIA_NONE)
			row->depth = with_via;
		else if (!row->depth && row->via < pages &&
			 depth_of[row->via] &&
			 depth_of[row->via] < INT32_MAX)
			row->depth = depth_of[row->via] + 1;
		if (row->page < pages && !depth_of[row->page])
			depth_of[row->page] = row->depth;
	}
	free(depth_of);
	return SP_OK;
}

static enum sp_status
write_depths(struct crawlimport *job, struct table *table)
{
	struct log_tables *tables = &job->tables;

	keep_requests(tables, by_time);
	if (find_depths(job))
		return job->cmd->err.status;
	keep_requests(tables, by_depth);
	for (uint64_t i = 0, end; i < tables->count; i = end) {
		struct request_sum sum = { 0, 0, 0 };
		int32_t depth = tables->rows[i].depth;

		for (end = i; end < tables->count &&
		     tables->rows[end].depth == depth; end++)
			sum_add(&sum, &tables->rows[end]);
		if (depth)
			table_uint(table, (uint64_t)depth);
		else
			table_none(table);
		table_uint(table, sum.downloads);
		table_uint(table, sum.failures);
		put_share(table, sum.failures, sum.downloads + sum.failures);
	}
	return SP_OK;
}

static enum sp_status
write_statuses(struct crawlimport *job, struct table *table)
{
	struct log_tables *tables = &job->tables;

	if (tables->count)
		qsort(tables->rows, tables->count, sizeof(*tables->rows),
		      by_status);
	for (uint64_t i = 0, end; i < tables->count; i = end) {
		struct request_sum sum = { 0, 0, 0 };
		int32_t status = tables->rows[i].status;
		const char *text = sp_crawl_status_text(tables->format,
							status);

		for (end = i; end < tables->count &&
		     tables->rows[end].status == status; end++)
			sum_add(&sum, &tables->rows[end]);
		if (status || *text)
			table_double(table, status);
		else
			table_none(table);
		table_name(table, text, strlen(text));
		table_uint(table, end - i);
		table_uint(table, sum.downloads);
		table_uint(table, sum.failures);
		put_share(table, end - i, tables->count);
	}
	return SP_OK;
}

/* Its rows were written as they came. */
static enum sp_status
write_missing(struct crawlimport *job, struct table *table)
{
	(void)job, (void)table;
	return SP_OK;
}

/* ---- the tables ------------------------------------------------------- */

static const struct {
	const char *columns[12];
	enum sp_status (*write)(struct crawlimport *job, struct table *table);
} log_tables[] = {
	[TABLE_HOSTS] = { { "host", "downloads", "failures", "failure_share",
			    "bytes", "first", "last", "wait_min",
			    "wait_median", "wait_mean", "wait_max" },
			  write_hosts },
	[TABLE_WAITS] = { { "up_to", "waits", "share", "cumulative" },
			  write_waits },
	[TABLE_TIME] = { { "time", "seconds", "downloads", "failures",
			   "hosts", "bytes" }, write_time },
	[TABLE_HOST_TIME] = { { "time", "seconds", "host", "downloads" },
			      write_host_time },
	[TABLE_DEPTHS] = { { "depth", "downloads", "failures",
			     "failure_share" }, write_depths },
	[TABLE_STATUSES] = { { "status", "meaning", "lines", "downloads",
			       "failures", "share" }, write_statuses },
	[TABLE_MISSING] = { { "time", "status", "url" }, write_missing }
};

const char *const *
tables_columns(enum log_table table)
{
	return log_tables[table].columns;
}

enum sp_status
tables_write(struct crawlimport *job, struct table *table)
{
	return log_tables[job->options->table].write(job, table);
}
