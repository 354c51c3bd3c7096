/* SPDX-License-Identifier: MIT */
/*
 * warcstat.h - the parts of warcstat: what is counted of each record
 * (measure.c), the tables of it (tables.c), and a line for each record
 * (records.c).
 */
#ifndef CMD_WARCSTAT_WARCSTAT_H
#define CMD_WARCSTAT_WARCSTAT_H

#include "tally.h"

#include "cli/progress.h"
#include "cli/table.h"
#include "web/archive/archive.h"
#include "web/archive/http.h"
#include "web/file/source.h"

enum warcstat_table {
	TABLE_ALL, TABLE_TYPES, TABLE_STATUS, TABLE_ERRORS, TABLE_MIME,
	TABLE_SIZES, TABLE_HISTOGRAM, TABLE_TLDS, TABLE_DOMAINS, TABLE_HOSTS,
	TABLE_DATES, TABLE_DIGESTS, TABLE_DAMAGE, TABLES
};

#define TABLE_NAMES "all|types|status|errors|mime|sizes|histogram|tlds|" \
	"domains|hosts|dates|digests|damage"

struct warcstat_options {
	unsigned table;            /* enum warcstat_table */
	uint64_t top;              /* rows of a table; 0: all */
	uint64_t max_record;
	bool records, json, strict, check_digests;
};

struct warcstat {
	struct cmd *cmd;
	struct warcstat_options options;
	struct cmd_output *output;
	struct table table;        /* of what is written as it is read */
	struct progress progress;
	struct sp_reading reading;
	double started;            /* clock_seconds() */

	struct tally tallies[TABLES]; /* of those tables that are one */
	uint64_t *sizes;           /* of pages, in bytes */
	uint64_t size_count, size_capacity;

	uint64_t records, bytes, damaged;
	struct sp_error first_damage;
};

/* A record, with what was made of it. */
struct warcstat_record {
	const char *file;
	const struct sp_record *record;
	bool is_http;              /* http is set */
	struct sp_http http;
	uint64_t page_size;        /* bytes of the body, as stored */
	const char *damage;        /* of the record, or of its digests */
};

/* Adds the record to all counts. */
enum sp_status warcstat_measure(struct warcstat *stat,
				struct warcstat_record *item);

/* Counts text once in the tally of a table. */
static inline enum sp_status
warcstat_count(struct warcstat *stat, enum warcstat_table which,
	       struct sp_span text, uint64_t bytes)
{
	return tally_add(&stat->tallies[which], text, bytes, &stat->cmd->err);
}

/* Writes the tables that were asked for, at the end. */
enum sp_status warcstat_tables(struct warcstat *stat);

/* Does this run write a line for records as it reads them? */
bool warcstat_has_lines(const struct warcstat_options *options);

/* Begins the table of such lines. */
void warcstat_begin_lines(struct warcstat *stat);

/* Writes the line of a record, if it has one. */
void warcstat_line(struct warcstat *stat, const struct warcstat_record *item);

/* The MIME type of the page in lower case, at most as long as the buffer. */
struct sp_span warcstat_mime(const struct warcstat_record *item, char *buffer,
			     size_t size);

#endif
