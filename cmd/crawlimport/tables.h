/* SPDX-License-Identifier: MIT */
/*
 * tables.h - the tables of crawlimport, and what they share.
 *
 * A table is a struct crawl_table in a file of its name and a row of
 * CRAWL_TABLES in crawlimport.h.  It is made at the end, of all requests of the
 * logs.
 */
#ifndef CMD_CRAWLIMPORT_TABLES_H
#define CMD_CRAWLIMPORT_TABLES_H

#include "crawlimport.h"

#define CRAWL_COLUMNS 11 /* of a table, at most */

struct crawl_table {
	const char *columns[CRAWL_COLUMNS + 1]; /* their names, then NULL */

	/* Writes the rows; NULL: they are written as they come. */
	enum sp_status (*write)(struct crawlimport *job, struct table *table);
};

#define CRAWL_TABLE(NAME, name, word) \
	extern const struct crawl_table crawl_table_##name;
CRAWL_TABLES(CRAWL_TABLE)
#undef CRAWL_TABLE

/* ---- requests (requests.c) -------------------------------------------- */

int by_time(const void *a, const void *b);
int by_host_and_time(const void *a, const void *b);

/* Sorts the rows, and drops those that are no requests of pages. */
void keep_requests(struct log_tables *tables,
		   int (*compare)(const void *, const void *));

/* Counts of some requests. */
struct request_sum {
	uint64_t downloads, failures, bytes;
};

void sum_add(struct request_sum *sum, const struct log_row *row);

/*
 * Classes of times: 0, then up to 1, 2, 5, 10, 20 ... milliseconds.  The last
 * is 5 * 10^14, more than from 1970 to 9999, the years of logs.
 */
#define WAIT_CLASSES 45
int64_t wait_limit(unsigned class);

void put_time(struct table *table, int64_t time);
void put_host(struct table *table, const struct log_tables *tables,
	      uint64_t host);

/* A part of a whole, or nothing of none. */
void put_share(struct table *table, uint64_t part, uint64_t whole);

/* ---- hosts (hosts.c) -------------------------------------------------- */

struct host_sum {
	struct request_sum sum;
	uint32_t host;
	int64_t first, last;
	int64_t least, median, most; /* waits in ms; none: most -1 */
	double mean;
};

/*
 * Returns the sums of all hosts with requests, those of most downloads first;
 * the rows are left by host and time.  NULL if memory is short.
 */
struct host_sum *sum_hosts(struct log_tables *tables, uint64_t *count);

#endif
