/* SPDX-License-Identifier: MIT */
/*
 * header.h - tables whose columns have names in the first line, or numbers that
 * the user gave: tsv, and the CSV of Scrapy.
 */
#ifndef SP_WEB_CRAWLLOG_HEADER_H
#define SP_WEB_CRAWLLOG_HEADER_H

#include "base/line.h"
#include "web/crawllog/crawllog.h"

/* Zero it before use, and free it with sp_header_free(). */
struct sp_header {
	bool known;
	char separator;
	uint64_t at[SP_FIELDS];    /* column of each, from 1; 0: not there */
	uint64_t width;            /* columns of the first line, if it names
				    * them; or 0 */
	bool seen[SP_FIELDS];      /* which ones a line, or an object of a feed,
				    * has had */
	struct sp_line record;     /* lines that quotes join */
	uint64_t from;             /* the first of them; 0: there are none */
};

/*
 * Fills *event with the values of the fields; an absent or empty one is not
 * said, and so is "-".  Depths of seeds are 0.
 */
enum sp_crawl_line sp_line_fields(struct sp_crawl_lines *lines,
				  const struct sp_span values[SP_FIELDS],
				  struct sp_crawl_event *event);

/*
 * Reads a line of the table, as the line function of a format.  Unless tabs or
 * blanks separate columns, a line end in quotes is a part of its column; of a
 * line with an open quote, the event comes with the line that closes it.
 */
enum sp_crawl_line sp_header_line(struct sp_header *header,
				  struct sp_crawl_lines *lines,
				  struct sp_span line,
				  struct sp_crawl_event *event);

/*
 * After the last line: SP_LINE_BAD if a quote is open, and SP_LINE_FATAL if an
 * option names a column that no line had.
 */
enum sp_crawl_line sp_header_end(struct sp_header *header,
				 struct sp_crawl_lines *lines);

/* As line_lost of a format, whose own data begins with the header. */
void sp_header_line_lost(struct sp_crawl_lines *lines);

void sp_header_free(struct sp_header *header);

#endif
