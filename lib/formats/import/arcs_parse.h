/* SPDX-License-Identifier: MIT */
/*
 * arcs_parse.h - parses "source target" lines into numbers; each thread
 * parses a piece of the text.  Private to lib/formats/import.
 */
#ifndef SP_FORMATS_IMPORT_ARCS_PARSE_H
#define SP_FORMATS_IMPORT_ARCS_PARSE_H

#include "base/span.h"
#include "base/status.h"
#include "graph/links/idlinks.h"

#include <stdbool.h>

/* The format of a line. */
struct sp_arc_format {
	const char *separator;    /* "" for any run of blanks and tabs */
	size_t separator_length;
	unsigned source_column;   /* from 1 */
	unsigned target_column;
	unsigned weight_column;   /* 0: none */
	bool base1;               /* ids in the file start at 1 */
	uint64_t limit;           /* ids (from 0) >= limit are errors, */
	const char *limit_text;   /* reported by this text; NULL: no limit */
	const char *limit_advice[2]; /* after it: if the id is the limit, and */
				  /* if it is above; or NULL */
};

/* Fields of a line; those that the line lacks are absent. */
struct sp_arc_fields {
	struct sp_span source, target, weight;
};

/*
 * Finds the next field of a line that ends at end.  *at is the place to go on
 * from: the start of the line at first, NULL after the last field.  Returns
 * false if there are no more.
 */
bool sp_arc_next_field(const struct sp_arc_format *format, const char **at,
		       const char *end, struct sp_span *field);

/*
 * Splits a line, given without its line end, into *fields.  For a line without
 * data (empty, or a comment that begins with "#" or "%"), source.text is NULL.
 * Returns SP_DATA with the reason, but no file or line, in *err.
 */
enum sp_status sp_arc_split(const struct sp_arc_format *format,
			    const char *line, size_t length,
			    struct sp_arc_fields *fields,
			    struct sp_error *err);

/* Parses the weight of a split line. */
enum sp_status sp_arc_weight(const struct sp_arc_fields *fields,
			     double *weight, struct sp_error *err);

/*
 * Adds the cure to the message about a line that was refused, if blanks and
 * tabs separate its columns and a name between two tabs has a blank in it.
 */
void sp_arc_advise(const struct sp_arc_format *format, const char *line,
		   size_t length, struct sp_error *err);

/*
 * A piece: the whole lines in [text, end), and the links found in them, run
 * by run.  A zeroed struct is a piece without memory.
 */
struct sp_arc_piece {
	const char *text, *end;   /* 16 bytes after end are readable */
	bool wide;                /* an id has more than 32 bits */
	struct sp_id_run *runs;
	uint64_t run_count, run_capacity;
	uint32_t *targets;        /* of a piece that is not wide */
	uint64_t *wide_targets;   /* of one that is */
	double *weights;          /* when there is a weight column */
	uint64_t arcs;
	uint64_t target_capacity, wide_capacity, weight_capacity;
	uint64_t lines;           /* read, including one that failed */
	uint64_t max_id;
	enum sp_status status;
	struct sp_error err;      /* about the last line read */
};

/* The target of a link that was found. */
static inline uint64_t
sp_arc_target(const struct sp_arc_piece *piece, uint64_t i)
{
	return piece->wide ? piece->wide_targets[i] : piece->targets[i];
}

/*
 * Reads lines "number separator number" of a piece with a run and room for all
 * links, from this line on.  Returns the start of the first line that is of
 * another form, or has an id that is too large for it.
 */
const char *sp_arc_parse_fast(const struct sp_arc_format *format,
			      struct sp_arc_piece *piece, const char *line);

/*
 * Parses the lines of the piece.  The caller sets text and end, and wide if it
 * expects that; the rest is filled in.  Stores a failure in piece->status and
 * piece->err.
 */
void sp_arc_parse(const struct sp_arc_format *format,
		  struct sp_arc_piece *piece);

void sp_arc_piece_free(struct sp_arc_piece *piece);

#endif
