/* SPDX-License-Identifier: MIT */
/* The table "statuses": lines of the log by what the server answered. */
#include "crawlimport.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
by_status(const void *a, const void *b)
{
	const struct log_row *x = a, *y = b;

	return (x->status > y->status) - (x->status < y->status);
}

/*
 * All lines, also those that were no requests: what a crawler left out is in
 * its log, too.
 */
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
		table_measure(table, status || *text ? (double)status : NAN);
		table_name(table, text, strlen(text));
		TABLE_UINTS(table, end - i, sum.downloads, sum.failures);
		put_share(table, end - i, tables->count);
	}
	return SP_OK;
}

const struct crawl_table crawl_table_statuses = {
	{ "status", "meaning", "lines", "downloads", "failures", "share" },
	write_statuses
};
