/* SPDX-License-Identifier: MIT */
/*
 * page_list.h - lists of pages as text: one page a line, by its URL or its
 * number, and a value after a blank or TAB where it is wanted.  Empty lines
 * and lines that begin with "#" are skipped.
 */
#ifndef SP_IMPORT_PAGE_LIST_H
#define SP_IMPORT_PAGE_LIST_H

#include "base/status.h"

#include "graph/names.h"

struct sp_page_list_options {
	const struct sp_names *names; /* of all pages, or NULL */
	uint64_t pages;               /* of the graph */
	bool valued;                  /* lines may have a value; else 1 */
	bool drop_missing;            /* leave out what is not a page */
};

/* Begin with zero bytes. */
struct sp_page_list {
	uint64_t *pages;  /* in the order of the lines, as often as they come */
	double *values;   /* finite, >= 0; NULL unless they are wanted */
	uint64_t count;
	uint64_t missing; /* lines left out */
	uint64_t pages_capacity, values_capacity;
};

/*
 * Reads the list at path ("-": standard input; gzip and zstd too).  A line
 * that is a name is that page, even if it looks like a number.  The list is
 * kept in memory, and the names are passed over once.  SP_DATA with file and
 * line for what is not a page, has a value that is not a number >= 0, or is
 * the name of two pages; SP_IO; SP_MEMORY.
 */
enum sp_status sp_page_list_read(const char *path,
			      const struct sp_page_list_options *options,
			      struct sp_page_list *list, struct sp_error *err)
	SP_MUST_CHECK;
void sp_page_list_free(struct sp_page_list *list);

#endif
