/* SPDX-License-Identifier: MIT */
/*
 * graphdump.h - what the parts of graphdump share: the stream that was loaded,
 * the options, and the table that is printed.
 */
#ifndef GRAPHDUMP_H
#define GRAPHDUMP_H

#include "cli/input.h"
#include "cli/table.h"

struct dump {
	struct cmd *cmd;

	/* Options. */
	unsigned section;       /* its place in dump_rows */
	bool json;
	bool weights;           /* of links */
	bool urls;              /* in a table of scores */
	bool summary;           /* of scores */
	struct option_top top;  /* of scores */
	const char *score;      /* the only score of interest, or NULL */
	unsigned precision;     /* digits of real numbers; 0: all */

	struct sp_contents contents;
	struct cmd_output *output;
	struct table table;
};

/* Begins the table; columns ends with NULL and stays until its end. */
void dump_begin(struct dump *dump, const char *const *columns);

/* A cell with the URL of a page, empty if it has none. */
void dump_page_name(struct dump *dump, uint64_t page);

/* Print sections; SP_DATA if the stream lacks what they need. */
enum sp_status dump_scores(struct dump *dump) SP_MUST_CHECK;
enum sp_status dump_seeds(struct dump *dump) SP_MUST_CHECK;

#endif
