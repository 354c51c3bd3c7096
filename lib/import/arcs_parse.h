/* SPDX-License-Identifier: MIT */
/*
 * arcs_parse.h - lines "source target" as numbers, a piece of text a thread.
 * Private to lib/import.
 */
#ifndef SP_IMPORT_ARCS_PARSE_H
#define SP_IMPORT_ARCS_PARSE_H

#include "base/status.h"

#include <stdbool.h>

/* How a line is read. */
struct sp_arc_format {
	const char *separator;    /* "" for any run of blanks and tabs */
	size_t separator_length;
	unsigned source_column;   /* from 1 */
	unsigned target_column;
	unsigned weight_column;   /* 0: none */
	bool base1;               /* ids in the file begin with 1 */
	uint64_t limit;           /* ids (from 0) at or above are errors, */
	const char *limit_text;   /* with this text; NULL: no such limit */
};

/* The fields of a line; text is NULL where it has none. */
struct sp_arc_field {
	const char *text;
	size_t length;
};

struct sp_arc_fields {
	struct sp_arc_field source, target, weight;
};

/*
 * Splits a line (without its end).  Gives SP_OK; SP_OK with source.text NULL
 * for a line without data (empty, or a comment: "#" or "%" first); SP_DATA
 * with the reason, without a place, in *err.
 */
enum sp_status sp_arc_split(const struct sp_arc_format *format,
			    const char *line, size_t length,
			    struct sp_arc_fields *fields,
			    struct sp_error *err) SP_MUST_CHECK;

/* The weight of a line that has been split. */
enum sp_status sp_arc_weight(const struct sp_arc_fields *fields,
			     double *weight, struct sp_error *err)
	SP_MUST_CHECK;

/* Links of lines in a row that have the same source.  May be empty. */
struct sp_arc_run {
	uint64_t source;
	uint64_t count;
};

/*
 * A piece: whole lines at [text, end), and the links found in them, run by
 * run.  All zero is a piece without memory.
 */
struct sp_arc_piece {
	const char *text, *end;   /* 16 bytes after end are readable */
	struct sp_arc_run *runs;
	uint64_t run_count, run_capacity;
	uint64_t *targets;
	double *weights;          /* when there is a weight column */
	uint64_t arcs;
	uint64_t target_capacity, weight_capacity;
	uint64_t lines;           /* read, also the one that failed */
	uint64_t max_id;
	enum sp_status status;
	struct sp_error err;      /* of line number lines of the piece */
};

/*
 * Reads the lines of the piece; text and end are set by the caller, the rest
 * is filled in.  Failures are left in piece->status.
 */
void sp_arc_parse(const struct sp_arc_format *format,
		  struct sp_arc_piece *piece);

void sp_arc_piece_free(struct sp_arc_piece *piece);

#endif
