/* SPDX-License-Identifier: MIT */
/* The table "waits": the time between two requests to one host. */
#include "crawlimport.h"

/*
 * Rows of the shortest and longest waits that occur, and of all between, also
 * where there are none.
 */
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

const struct crawl_table crawl_table_waits = {
	{ "up_to", "waits", "share", "cumulative" }, write_waits
};
