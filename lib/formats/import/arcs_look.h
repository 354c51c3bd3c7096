/* SPDX-License-Identifier: MIT */
/*
 * arcs_look.h - how the first lines of a text look: which separator they have,
 * how many columns, where there are numbers.  Private to lib/formats/import.
 *
 * The look only guides: it is made of a sample, and the importers check every
 * line.
 */
#ifndef SP_FORMATS_IMPORT_ARCS_LOOK_H
#define SP_FORMATS_IMPORT_ARCS_LOOK_H

#include "formats/import/arcs.h"

/* The first bytes of a file, unpacked; whole: it has no more than those. */
struct sp_sample {
	const char *text;
	size_t size;
	bool whole;
};

/* Columns are those of the options; lines count from options->skip + 1. */
struct sp_arcs_look {
	const char *separator;   /* of the options, or found; "": blanks */
	uint64_t lines;          /* whole lines of the sample */
	uint64_t data;           /* of them, neither empty nor a comment */
	uint64_t first;          /* line number of the first with data */
	uint64_t least, most;    /* columns of a line with data */
	uint64_t links;          /* lines with data and two columns or more */
	uint64_t numbers;        /* ... whose source and target are digits */
	uint64_t half_numbers;   /* ... whose target alone is a number */
	bool first_numbers;      /* ... and that of the first line */
	bool first_title;        /* the first line has words such as "source" */
	bool all_numbers;        /* no line has anything but digits */
	bool lone_number;        /* line 1 is a single number: */
	uint64_t number;         /* this one */
	uint64_t pairs;          /* later lines that are just two numbers */
	bool ids_first;          /* column 1 counts lines, 2 has names */
	bool names_first;        /* the other way round */
	bool brackets;           /* every source begins with (, [ or < */
	bool colons;             /* every source ends in a colon */
	bool braces;             /* a target is {} */
	bool index_first;        /* column 1 counts lines after the first: */
	uint64_t index_columns;  /* the least columns of such a line */
	bool decimals;           /* ids look like 1.0 or 1e3 */
	bool quoted;             /* columns are in quotes */
	bool third_number;       /* every line has a number in column 3 */
	bool third_url;          /* a line has a URL in column 3 */
	bool third_empty;        /* every line has {} there */
};

/* Looks at the sample.  Lines of options->skip are left out. */
void sp_arcs_look_at(const struct sp_sample *sample,
		     const struct sp_arcs_options *options,
		     struct sp_arcs_look *look);

#endif
