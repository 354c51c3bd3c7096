/* SPDX-License-Identifier: MIT */
/*
 * columns.h - the columns of a line of a log, and which of them holds what.
 */
#ifndef SP_WEB_CRAWLLOG_COLUMNS_H
#define SP_WEB_CRAWLLOG_COLUMNS_H

#include "base/span.h"

#include <stdint.h>

#define SP_COLUMNS_MAX 1000 /* of a line; those after them are not seen */

/* Room for the columns of a line; zero it before use. */
struct sp_columns {
	struct sp_span *items;
	uint64_t count, capacity;
	char *text;              /* of columns that had quotes */
	uint64_t text_capacity;
	uint64_t damaged;        /* the first column, from 1, whose quote is not
				    closed, or has text behind it; 0: none */
	bool open;               /* a quote is not closed at the end */
};

/*
 * Splits a line at each separator, or, if separator is ' ', at blanks and tabs,
 * however many.  With quoted, a column may stand in double quotes, where two
 * stand for one.  Columns are valid until the next call.  Returns false if
 * memory is short.
 */
bool sp_columns_split(struct sp_columns *columns, struct sp_span line,
		      char separator, bool quoted);
void sp_columns_free(struct sp_columns *columns);

/*
 * Cuts the next column off a line with blanks or tabs between them, and the
 * blanks around it.  Returns false if there is none.
 */
bool sp_columns_next(struct sp_span *line, struct sp_span *column);

/*
 * Splits off the first columns of a line with blanks between them, at most
 * room, without memory of its own.  Returns how many there are.
 */
unsigned sp_columns_first(struct sp_span line, struct sp_span *columns,
			  unsigned room);

/* ---- what columns hold ------------------------------------------------ */

enum sp_crawl_field {
	SP_FIELD_TIME, SP_FIELD_URL, SP_FIELD_STATUS, SP_FIELD_VIA,
	SP_FIELD_DEPTH, SP_FIELD_SIZE, SP_FIELD_MIME, SP_FIELDS
};

/*
 * Names or numbers (from 1) of columns, as the user gave them; NULL: the
 * default names.  separator is 0 to find it: a tab, comma or semicolon, else
 * blanks.
 */
struct sp_column_options {
	const char *names[SP_FIELDS];
	char separator;
};

/*
 * Is this the name of the field?  The default names of time are time,
 * timestamp, date, crawled_at and fetched_at; of url url; of status status; of
 * via referer, referrer and via; of depth depth; of size size and length; of
 * mime mime and content_type; in letters of any case.
 */
bool sp_field_is_named(const struct sp_column_options *options,
		       enum sp_crawl_field field, struct sp_span name);

/* Parses the number that the user gave for the field; 0 if none was given. */
uint64_t sp_field_number(const struct sp_column_options *options,
			 enum sp_crawl_field field);

#endif
