/* SPDX-License-Identifier: MIT */
/* The table "hosts": what each host was asked for, and how often. */
#include "crawlimport.h"

#include "base/compare.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

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
	/* None is negative. */
	qsort(waits, count, sizeof(*waits), sp_compare_u64);
	sum.least = waits[0];
	sum.median = waits[(count - 1) / 2];
	sum.most = waits[count - 1];
	sum.mean = (double)(sum.last - sum.first) / (double)count;
	return sum;
}

/*
 * The rows of a host lie together once they are sorted, so that one pass and
 * room for the waits of one host are enough.
 */
struct host_sum *
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
	table_measure(table, sum->most < 0 ? NAN : ms / 1000);
}

static enum sp_status
hosts_write(struct crawlimport *job, struct table *table)
{
	struct log_tables *tables = &job->tables;
	uint64_t count;
	struct host_sum *sums = sum_hosts(tables, &count);

	if (!sums)
		return sp_no_memory(&job->cmd->err, "the table");
	for (uint64_t i = 0; i < count; i++) {
		const struct host_sum *sum = &sums[i];

		put_host(table, tables, sum->host);
		TABLE_UINTS(table, sum->sum.downloads, sum->sum.failures);
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

const struct crawl_table crawl_table_hosts = {
	{ "host", "downloads", "failures", "failure_share", "bytes", "first",
	  "last", "wait_min", "wait_median", "wait_mean", "wait_max" },
	hosts_write
};
