/* SPDX-License-Identifier: MIT */
/*
 * page_list.h - reads lists of pages from text: one page per line, as its URL
 * or number, optionally followed by a blank or TAB and a value.  Empty lines
 * and lines that begin with "#" are skipped, and blanks at the end of a line
 * without a value.
 */
#ifndef SP_FORMATS_IMPORT_PAGE_LIST_H
#define SP_FORMATS_IMPORT_PAGE_LIST_H

#include "base/span.h"
#include "base/status.h"
#include "graph/names.h"
#include "web/file/source.h"
#include "web/page/match.h"

struct sp_page_list_options {
	const struct sp_names *names; /* of all pages, or NULL */
	uint64_t pages;               /* of the graph */
	bool valued;                  /* lines may have a value; default 1 */
	bool drop_missing;            /* skip lines that are not pages */
	bool numbers;                 /* lines cannot be names: names is NULL
					 whatever the graph has */
	bool hosts;                   /* names and lines are of hosts, and
					 pages is 0: no line is a number */
	bool no_drop;                 /* the filter has no --drop-missing */
	bool matches;                 /* the filter has --match */
	enum sp_match match;          /* of lines and names */
};

/* Zero it before use. */
struct sp_page_list {
	uint64_t *pages;  /* in the order of the lines, with repeats */
	double *values;   /* finite, >= 0; NULL unless valued */
	uint64_t count;
	uint64_t missing; /* lines skipped by drop_missing */
	uint64_t shared;  /* different lines that are the name of several pages,
			     of which the first is meant */
	uint64_t respelled; /* lines that are a page, but not its very name */
	uint64_t near;    /* lines that would be a page if match were loose */
	uint64_t misspelt_line; /* number of a line that may be; 0: of none */
	char misspelt[128];     /* that line, masked */
	char meant[256];        /* the names near to it, masked: "a or b" */
	uint64_t pages_capacity, values_capacity;
};

/*
 * Reads the list at path ("-": standard input), plain or compressed with gzip
 * or zstd.  A line that equals a page name is that page, even if it looks
 * like a number; a number is a page unless most names of the graph are numbers;
 * what is neither a name nor a number is found as options->match
 * says (web/page/match.h).  Holds the list in memory and scans the names once,
 * or three times if a line is neither.  Returns SP_DATA with file and line if a
 * line is not a page or has a value that is not a number >= 0, and for a stream
 * instead of a list; SP_IO; SP_MEMORY.  If a line would be a page loosely, or
 * may be misspelt, the message has its name.
 */
enum sp_status sp_page_list_read(const char *path,
				 const struct sp_page_list_options *options,
				 struct sp_page_list *list,
				 struct sp_error *err);
void sp_page_list_free(struct sp_page_list *list);

/*
 * Before the first line of a list is read: SP_DATA, with the advice, if the
 * source is a stream, such as one of seeds, which are no list of them.  SP_IO;
 * SP_MEMORY.
 */
enum sp_status sp_page_list_refuse_stream(struct sp_source *source,
					  const char *advice,
					  struct sp_error *err);

#endif
