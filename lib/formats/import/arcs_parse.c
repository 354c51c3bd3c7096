/* SPDX-License-Identifier: MIT */
/*
 * Two readers take turns.  The fast one (arcs_fast.c) knows only lines of two
 * numbers, and stops at the first line that is anything else, without an error;
 * the other reads any line and makes all messages.  So a line means the same
 * whichever reads it, and only the common case had to be written for speed.
 *
 * What comes out of a piece is runs: the targets of all lines, one after the
 * other, and for each run of lines with one source how many there are, and
 * whether they ascend.  Most lists are sorted by source, so a run has the links
 * of a page, and later stages copy it instead of sorting it.
 *
 * Targets have 32 bits until an id needs more; then the whole piece gets 64
 * (widen_piece()), because a loop over two widths would slow down every list.
 * Room for the most arcs that the text can have is made before the first line.
 */
#include "formats/import/arcs_parse.h"

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "web/file/source.h"

#include <stdlib.h>
#include <string.h>

/* The shortest line with a link: "1 2" and its end. */
#define SHORTEST_LINE 4

#define SHOWN 80 /* bytes of a bad field in a message */

/* ---- any line --------------------------------------------------------- */

static struct sp_span
trimmed_field(const char *text, const char *end)
{
	while (text < end && sp_is_blank(*text))
		text++;
	while (end > text && sp_is_blank(end[-1]))
		end--;
	return (struct sp_span){ text, (size_t)(end - text) };
}

/*
 * With a separator, an empty field is a column, and so is one after a separator
 * at the end of the line: *at is NULL only after the last column.  Without one,
 * blanks at either end of the line separate nothing.
 */
bool
sp_arc_next_field(const struct sp_arc_format *format, const char **at,
		  const char *end, struct sp_span *field)
{
	const char *start = *at, *stop;

	if (!start)
		return false;
	if (format->separator_length) {
		stop = memmem(start, (size_t)(end - start), format->separator,
			      format->separator_length);
		*at = stop ? stop + format->separator_length : NULL;
		*field = trimmed_field(start, stop ? stop : end);
		return true;
	}
	while (start < end && sp_is_blank(*start))
		start++;
	for (stop = start; stop < end && !sp_is_blank(*stop);)
		stop++;
	*at = stop;
	*field = (struct sp_span){ start, (size_t)(stop - start) };
	return start < end;
}

static enum sp_status
check_field(const struct sp_span *field, unsigned column,
	    struct sp_error *err)
{
	if (!field->text)
		return sp_fail(err, SP_DATA, "column %u is missing", column);
	if (!field->length)
		return sp_fail(err, SP_DATA, "column %u is empty", column);
	return SP_OK;
}

enum sp_status
sp_arc_split(const struct sp_arc_format *format, const char *line,
	     size_t length, struct sp_arc_fields *fields,
	     struct sp_error *err)
{
	const char *at = line, *end = line + length;
	struct sp_span field;
	unsigned column = 0;

	/*
	 * A column that the line does not have keeps the NULL that it gets
	 * here.
	 */
	memset(fields, 0, sizeof(*fields));
	if (memchr(line, '\0', length))
		return sp_fail(err, SP_DATA, "binary, not text");
	if (!length || *line == '#' || *line == '%')
		return SP_OK;
	while (sp_arc_next_field(format, &at, end, &field)) {
		column++;
		if (column == format->source_column)
			fields->source = field;
		if (column == format->target_column)
			fields->target = field;
		if (column == format->weight_column)
			fields->weight = field;
	}
	if (!column)
		return SP_OK;
	if (check_field(&fields->source, format->source_column, err) ||
	    check_field(&fields->target, format->target_column, err))
		return err->status;
	return format->weight_column ?
		       check_field(&fields->weight, format->weight_column,
				   err) :
		       SP_OK;
}

static enum sp_status
fail_field(const struct sp_span *field, const char *reason,
	   struct sp_error *err)
{
	char shown[4 * SHOWN + 1];
	bool cut = field->length > SHOWN;

	sp_mask(shown, sizeof(shown), field->text,
		cut ? SHOWN : field->length);
	return sp_fail(err, SP_DATA, "\"%s%s\" %s", shown, cut ? "..." : "",
		       reason);
}

enum sp_status
sp_arc_weight(const struct sp_arc_fields *fields, double *weight,
	      struct sp_error *err)
{
	if (sp_parse_double(fields->weight.text, fields->weight.length,
			    weight))
		return SP_OK;
	return fail_field(&fields->weight, "is not a finite number", err);
}

/* Has a column between tabs a blank in it, and no number before that? */
static bool
has_blank_name(const char *line, size_t length)
{
	static const struct sp_arc_format tabs = { .separator = "\t",
						   .separator_length = 1 };
	static const struct sp_arc_format blanks = { .separator = "" };
	const char *at = line;
	struct sp_span field, word;
	double value;

	if (!memchr(line, '\t', length) || memchr(line, '\0', length))
		return false;
	while (sp_arc_next_field(&tabs, &at, line + length, &field)) {
		const char *inside = field.text;

		if (sp_arc_next_field(&blanks, &inside,
				      field.text + field.length, &word) &&
		    word.length < field.length &&
		    !sp_parse_double(word.text, word.length, &value))
			return true;
	}
	return false;
}

/*
 * Where blanks separate columns, a name with a blank in it moves all columns
 * after it, and the failure is about a word of the name.  If tabs would have
 * made sense of the line, the message says so.
 */
void
sp_arc_advise(const struct sp_arc_format *format, const char *line,
	      size_t length, struct sp_error *err)
{
	/* sp_fail() writes into err, from which it would read. */
	char text[sizeof(err->text)];

	if (err->status != SP_DATA || format->separator_length ||
	    !has_blank_name(line, length))
		return;
	memcpy(text, err->text, sizeof(text));
	(void)sp_fail(err, SP_DATA,
		      "%s; if only tabs separate columns, give "
		      "--separator '\\t'",
		      text);
}

static enum sp_status
parse_id(const struct sp_span *field, uint64_t *id, struct sp_error *err)
{
	if (sp_parse_uint(field->text, field->length, id))
		return SP_OK;
	return fail_field(field, sp_are_digits(field->text, field->length) ?
			  "is too large for a page id" :
			  "is not a page id (--keys names reads names, --skip "
			  "N leaves out lines)", err);
}

/* ---- links of a piece ------------------------------------------------- */

/* An id as the file has it; the reason why it is refused, if it is. */
static enum sp_status
check_id(const struct sp_arc_format *format, uint64_t id,
	 struct sp_error *err)
{
	const char *advice;

	if (format->base1 && !id)
		return sp_fail(err, SP_DATA, "id 0, where ids begin with 1");
	if (!format->limit_text || id - format->base1 < format->limit)
		return SP_OK;
	advice = format->limit_advice[id - format->base1 > format->limit];
	return sp_fail(err, SP_DATA, "id %" PRIu64 ": %s%s", id,
		       format->limit_text, advice ? advice : "");
}

/*
 * Room for the most links that the text can have, so that the loops need not
 * check.  One more run for the empty one in front.
 */
static bool
make_arc_room(const struct sp_arc_format *format, struct sp_arc_piece *piece)
{
	uint64_t arcs = (uint64_t)(piece->end - piece->text) /
				SHORTEST_LINE + 1;

	if (!sp_grow(&piece->runs, &piece->run_capacity, arcs + 1))
		return false;
	if (format->weight_column &&
	    !sp_grow(&piece->weights, &piece->weight_capacity, arcs))
		return false;
	if (piece->wide)
		return sp_grow(&piece->wide_targets, &piece->wide_capacity,
			       arcs);
	return sp_grow(&piece->targets, &piece->target_capacity, arcs);
}

/* The first id of more than 32 bits: all targets get more room. */
static bool
widen_piece(const struct sp_arc_format *format, struct sp_arc_piece *piece)
{
	piece->wide = true;
	if (!make_arc_room(format, piece)) {
		piece->status = sp_no_memory(&piece->err, "links");
		return false;
	}
	for (uint64_t i = 0; i < piece->arcs; i++)
		piece->wide_targets[i] = piece->targets[i];
	return true;
}

static void
put_target(struct sp_arc_piece *piece, uint64_t target)
{
	if (piece->wide)
		piece->wide_targets[piece->arcs++] = target;
	else
		piece->targets[piece->arcs++] = (uint32_t)target;
}

/*
 * Adds a link, ids as the file has them.  false when the piece ends here, as
 * its status says.
 */
static bool
add_arc(const struct sp_arc_format *format, struct sp_arc_piece *piece,
	uint64_t source, uint64_t target)
{
	uint64_t base = format->base1;
	uint64_t limit = format->limit_text ? format->limit : UINT64_MAX;
	struct sp_id_run *run;
	uint64_t high;

	/*
	 * With base 1, an id of 0 turns into the largest number, which is never
	 * below the limit.  Without a limit 2^64 - 1 is an id like others:
	 * check_id() lets it pass.
	 */
	source -= base;
	target -= base;
	high = source > target ? source : target;
	if (high >= limit) {
		piece->status = check_id(format, source + base, &piece->err);
		if (!piece->status)
			piece->status = check_id(format, target + base,
						 &piece->err);
		if (piece->status)
			return false;
	}
	if (high > piece->max_id)
		piece->max_id = high;
	if (high >> 32 && !piece->wide && !widen_piece(format, piece))
		return false;
	if (piece->runs[piece->run_count - 1].source != source)
		piece->runs[piece->run_count++] =
			(struct sp_id_run){ source, 0, false };
	run = &piece->runs[piece->run_count - 1];
	if (run->count && target <= sp_arc_target(piece, piece->arcs - 1))
		run->mixed = true;
	run->count++;
	put_target(piece, target);
	return true;
}

static bool
parse_fields(const struct sp_arc_format *format, struct sp_arc_piece *piece,
	     const char *line, size_t length)
{
	struct sp_arc_fields fields;
	uint64_t source = 0, target = 0;

	piece->status = sp_arc_split(format, line, length, &fields,
				     &piece->err);
	if (piece->status)
		return false;
	if (!fields.source.text)
		return true;
	piece->status = parse_id(&fields.source, &source, &piece->err);
	if (!piece->status)
		piece->status = parse_id(&fields.target, &target,
					 &piece->err);
	if (!piece->status && format->weight_column)
		piece->status = sp_arc_weight(
			&fields, &piece->weights[piece->arcs], &piece->err);
	return !piece->status && add_arc(format, piece, source, target);
}

static bool
parse_any_line(const struct sp_arc_format *format,
	       struct sp_arc_piece *piece, const char *line, size_t length)
{
	if (length && line[length - 1] == '\r')
		length--;
	if (parse_fields(format, piece, line, length))
		return true;
	sp_arc_advise(format, line, length, &piece->err);
	return false;
}

/* ---- all lines of a piece --------------------------------------------- */

/*
 * Each try of the fast reader scans at least one block.  After a line that it
 * cannot read, several are read the slow way before the next try, so that a
 * text without fast lines does not pay for a try at each line.
 */
#define SLOW_LINES 4

static void
parse_lines(const struct sp_arc_format *format, struct sp_arc_piece *piece,
	    bool fast)
{
	const char *line = piece->text;

	while (line < piece->end) {
		if (fast)
			line = sp_arc_parse_fast(format, piece, line);
		for (int i = 0; i < SLOW_LINES && line < piece->end; i++) {
			const char *end = memchr(line, '\n',
						 (size_t)(piece->end - line));

			piece->lines++;
			if (!parse_any_line(format, piece, line,
					    (size_t)(end - line)))
				return;
			line = end + 1;
		}
	}
}

/*
 * What arcs_fast.c can read: columns and separators of another kind would need
 * code of their own in its loop.  A digit as separator would be part of a
 * number.
 */
static bool
is_fast(const struct sp_arc_format *format)
{
	return format->source_column == 1 &&
	       format->target_column == 2 && !format->weight_column &&
	       format->separator_length <= 1 &&
	       (*format->separator < '0' || *format->separator > '9');
}

void
sp_arc_parse(const struct sp_arc_format *format, struct sp_arc_piece *piece)
{
	piece->arcs = 0;
	piece->lines = 0;
	piece->max_id = 0;
	piece->status = SP_OK;
	piece->run_count = 0;
	if (!make_arc_room(format, piece)) {
		piece->status = sp_no_memory(&piece->err, "links");
		return;
	}
	/*
	 * An empty run first, so that there always is a last one to compare
	 * with.  The fast reader has no id as large as its source.
	 */
	piece->runs[piece->run_count++] = (struct sp_id_run){ UINT64_MAX, 0,
								 false };
	parse_lines(format, piece, is_fast(format));
}

void
sp_arc_piece_free(struct sp_arc_piece *piece)
{
	free(piece->runs);
	free(piece->targets);
	free(piece->wide_targets);
	free(piece->weights);
	memset(piece, 0, sizeof(*piece));
}
