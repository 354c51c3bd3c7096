/* SPDX-License-Identifier: MIT */
/*
 * All requests of the logs as rows of 40 bytes, for tables that need them in
 * another order than that of the lines, or twice.  Hosts are numbers, pages
 * only for the table of depths.
 */
#include "crawlimport.h"

#include "base/memory.h"
#include "web/page/idn.h"

#include <math.h>
#include <stdlib.h>

static enum sp_status
find_host(struct crawlimport *job, struct sp_span url, uint32_t *host)
{
	struct log_tables *tables = &job->tables;
	char text[SP_NAME_MAX];
	uint64_t number;
	size_t length;
	bool no_memory = false;

	if (!tables->by_host)
		tables->by_host = sp_dictionary_new(&tables->hosts);
	if (!tables->by_host)
		return sp_no_memory(&job->cmd->err, "hosts");
	length = sp_url_ascii_host(url, text, &no_memory);
	if (no_memory)
		return sp_no_memory(&job->cmd->err, "a host");
	if (sp_dictionary_add(tables->by_host, text, length, &number,
			      &job->cmd->err))
		return job->cmd->err.status;
	*host = (uint32_t)number;
	return number < UINT32_MAX ? SP_OK :
	       sp_fail(&job->cmd->err, SP_DATA, "more than %lu hosts are not "
		       "supported", (unsigned long)UINT32_MAX);
}

enum sp_status
requests_add(struct crawlimport *job, const struct sp_crawl_event *event,
	     uint64_t page, uint64_t via)
{
	struct log_tables *tables = &job->tables;
	struct log_row row = {
		.time = log_time(job->options, event), .size = event->size,
		.status = event->status, .outcome = event->outcome,
		.depth = event->depth > 0 ? event->depth : 0,
		.page = page == SP_LOG_NO_PAGE ? SP_VIA_LOST : (uint32_t)page,
		.via = log_via(event, via)
	};

	/* dns: and such have no host of their own. */
	if (row.outcome != SP_CRAWL_OTHER &&
	    find_host(job, event->url, &row.host))
		return job->cmd->err.status;
	if (!sp_grow(&tables->rows, &tables->capacity, tables->count + 1))
		return sp_no_memory(&job->cmd->err, "the table");
	tables->rows[tables->count++] = row;
	return SP_OK;
}

void
requests_free(struct log_tables *tables)
{
	sp_dictionary_free(tables->by_host);
	sp_names_free(&tables->hosts);
	free(tables->rows);
}

/* ---- in order --------------------------------------------------------- */

static int
compare_times(int64_t x, int64_t y)
{
	return (x > y) - (x < y);
}

int
by_host_and_time(const void *a, const void *b)
{
	const struct log_row *x = a, *y = b;

	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	return compare_times(x->time, y->time);
}

int
by_time(const void *a, const void *b)
{
	return compare_times(((const struct log_row *)a)->time,
			     ((const struct log_row *)b)->time);
}

/*
 * Rows of what was no request are dropped for good: of all tables only that of
 * statuses has them, and it does not call this.  The order of equal rows does
 * not matter to sums.
 */
void
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

void
sum_add(struct request_sum *sum, const struct log_row *row)
{
	sum->downloads += row->outcome == SP_CRAWL_DOWNLOAD;
	sum->failures += row->outcome == SP_CRAWL_FAILURE;
	sum->bytes += row->size > 0 ? (uint64_t)row->size : 0;
}

/* ---- in tables -------------------------------------------------------- */

int64_t
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

void
put_time(struct table *table, int64_t time)
{
	char text[SP_WHEN_TEXT];

	sp_when_format(text, time);
	table_string(table, text);
}

void
put_host(struct table *table, const struct log_tables *tables, uint64_t host)
{
	table_span(table, sp_names_span(&tables->hosts, host));
}

void
put_share(struct table *table, uint64_t part, uint64_t whole)
{
	table_measure(table, whole ? (double)part / (double)whole : NAN);
}
