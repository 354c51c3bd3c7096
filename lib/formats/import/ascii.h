/* SPDX-License-Identifier: MIT */
/*
 * ascii.h - imports a graph from the ASCIIGraph text of WebGraph
 * (.graph-txt).
 *
 * The first line is the number of pages n.  Each of the next n lines lists
 * the successors of page 0, 1, ... n - 1, separated by blanks; a line may be
 * empty.  In the weighted variant (the WEBSPAM hosts, for example), a
 * successor is "page:weight".  The file may be compressed (web/file/source.h).
 */
#ifndef SP_FORMATS_IMPORT_ASCII_H
#define SP_FORMATS_IMPORT_ASCII_H

#include "graph/rows.h"
#include "web/file/source.h"

#include <stdbool.h>

struct sp_ascii_options {
	const char *path;         /* "-" for standard input */
	struct sp_source *source; /* the path opened, unread; NULL: open it */
	bool weighted;            /* pass weights; a missing weight is 1 */
};

struct sp_ascii_report {
	uint64_t pages;
	uint64_t links;           /* passed to the sink */
	uint64_t duplicates;      /* dropped */
};

/*
 * Reads the file to its end and passes each row to the sink as soon as it is
 * read.  Successors may be in any order; duplicates are merged and their
 * weights added up.  Holds one row in memory.
 *
 * Returns SP_DATA ("FILE: line N: why") if the number of lines differs from
 * n, for a page that is not below n, more than SP_PAGES_MAX pages, a word
 * that is not a number, or a weight that is not finite; SP_IO; SP_MEMORY; or
 * the status of the sink.
 */
enum sp_status sp_import_ascii(const struct sp_ascii_options *options,
			       const struct sp_row_sink *sink,
			       struct sp_ascii_report *report,
			       struct sp_error *err);

#endif
