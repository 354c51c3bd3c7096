/* SPDX-License-Identifier: MIT */
/*
 * csv.h - links in tables of comma-separated values, as crawlers for the
 * desktop and spreadsheets export them: a header names the columns, and each
 * further record has a link.
 *
 * A column is given by its name, in any case, or by its number from 1.  Where
 * source and target are not given, they are the first pair of names known from
 * such exports that the header has.  The separator is found in the header, or
 * in a line "sep=;" before it.
 *
 * A record whose source or target is empty has no link, but the other page.
 */
#ifndef SP_FORMATS_IMPORT_CSV_H
#define SP_FORMATS_IMPORT_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sp_csv_options {
	const char *separator;     /* one byte; NULL: found */
	const char *source, *target; /* columns; NULL: by known names */
	const char *weight;        /* column; NULL: none */
	const char *const *where;  /* "COLUMN=VALUE": only such records count */
	size_t where_count;
	bool no_header;            /* columns are given by number */
};

/* For what the user is told. */
struct sp_csv_report {
	bool guessed;              /* source and target were not given: */
	const char *source, *target; /* their names */
	uint64_t filtered;         /* records that where leaves out */
	char kinds[240];           /* values of a column of link types, with
				      their counts, if several count as
				      links; or empty */
	const char *kind_column;   /* its name */
	uint64_t undirected;       /* records of Gephi's type Undirected, if
				      that is the only one */
	bool weights_unused;       /* a column Weight is not all ones, and
				      weight was not given */
};

/*
 * Is this the first line of an export, which can be nothing else?  It has a
 * known pair of names, and is in quotes, or has names that are not "source" and
 * "target", as any list of links may have, unless spelled as Gephi does it.
 */
bool sp_csv_is_export(const char *line, size_t length);

#endif
