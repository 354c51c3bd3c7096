/* SPDX-License-Identifier: MIT */
/*
 * The tables "time" and "host-time": downloads in windows of time, of all and
 * of the largest hosts.
 *
 * Requests are sorted by time, so a window is a range of rows, and one pass
 * over them makes a table.  Windows begin with the first request; those
 * without one have no row.  A window that is not given is the shortest of 1, 2,
 * 5, 10 ... seconds with which the crawl has at most 200 of them.
 */
#include "crawlimport.h"

#include "base/memory.h"

#include <stdlib.h>

#define SHOWN_HOSTS 10 /* of host-time; the others are one */

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

/*
 * Hosts of a window are counted without clearing: seen[] has the end of the
 * last window in which the host was, which differs from window to window.
 */
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
		TABLE_UINTS(table, sum.downloads, sum.failures, hosts,
			    sum.bytes);
	}
	free(seen);
	return SP_OK;
}

const struct crawl_table crawl_table_time = {
	{ "time", "seconds", "downloads", "failures", "hosts", "bytes" },
	write_time
};

/* ---- downloads of hosts over time ------------------------------------- */

/* The line of each host: 0, 1 ... for those of most downloads. */
static uint32_t *
time_rank_hosts(struct log_tables *tables, struct host_sum *shown,
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
	uint32_t *rank = time_rank_hosts(tables, shown, &lines);
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

const struct crawl_table crawl_table_host_time = {
	{ "time", "seconds", "host", "downloads" }, write_host_time
};
