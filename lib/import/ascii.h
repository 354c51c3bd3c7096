/* SPDX-License-Identifier: MIT */
/*
 * ascii.h - a graph from the ASCIIGraph text of WebGraph (.graph-txt).
 *
 * The first line is the number of pages n; each of the next n lines has the
 * successors of page 0, 1, ... n - 1, separated by blanks; a line may be
 * empty.  In the weighted variant, as of the WEBSPAM hosts, a successor is
 * "page:weight".  The file may be packed, see import/source.h.
 */
#ifndef SP_IMPORT_ASCII_H
#define SP_IMPORT_ASCII_H

#include "graph/rows.h"

#include <stdbool.h>

struct sp_ascii_options {
	const char *path;         /* "-" for standard input */
	bool weighted;            /* give weights; 1 where there is none */
};

struct sp_ascii_report {
	uint64_t pages;
	uint64_t links;           /* given to the sink */
	uint64_t duplicates;      /* dropped */
};

/*
 * Reads the file to its end and gives its rows to the sink, each as soon as
 * it is read.  Successors may be in any order; of equal ones one is kept and
 * the weights are added up.  Holds one row in memory.
 *
 * SP_DATA, "FILE: line N: why", for more or fewer lines than pages, a page
 * that is not below n, more than SP_PAGES_MAX pages, anything that is no
 * number, weights that are not finite; SP_IO; SP_MEMORY; or what the sink
 * says.
 */
enum sp_status sp_import_ascii(const struct sp_ascii_options *options,
			       const struct sp_row_sink *sink,
			       struct sp_ascii_report *report,
			       struct sp_error *err) SP_MUST_CHECK;

#endif
