/* SPDX-License-Identifier: MIT */
/*
 * pattern.h - the pattern of a shape: its text, the URLs that it matches, and
 * the same as a regular expression.
 *
 * The text is that of a URL without scheme, user, port and fragment, in which
 * classes stand for what differs:
 *
 *	<number>  [0-9]+
 *	<date>    2024-05-31 or 2024_05_31
 *	<hex>     [0-9a-f]{8,}, or the same in capitals
 *	<locale>  two letters, or two and two with "-" or "_" between: pt-br
 *	<word>    a segment that is not empty, or any value; before an
 *	          extension or a ";", what comes before that and is not empty
 *	/<repeat:a>, /<repeat:a/b>
 *	          the segment a, or the pair a/b, three times or more
 *	<deeper>  after "/": the rest of the path, of any depth, or nothing, and
 *	          any parameters
 *	?<any>    parameters, whatever they are
 *	?<mixed>  the parameters after it, in any order; they are sorted, and
 *	          those with the same name come in their order
 *
 * Everything else stands for itself.  "\" is put before a "<" or "\" of a URL.
 * A path ends with the pattern; fragments do not count.  An empty path is "/",
 * and the first byte of a path may be a "\", too.  Parameters of a URL are
 * separated by "&" or ";".  "?" alone has one parameter without a name.
 *
 * Reading a path from its beginning, a segment that comes three times or more
 * in a row is a repetition, and else a pair that does, unless one of them is
 * empty or has "<", ">" or "\".  Only <repeat> and <deeper> match it.  A URL of
 * more than 32 segments, with each repetition as one, is matched by <deeper>
 * alone, and one of more than 24 parameters by <any> or <deeper>.
 *
 *	a.example/photo/img<number>.jpg
 *	a.example/<locale>/shop?<mixed>colour=<word>&page=<number>
 *	a.example/a/<repeat:b/c>/<deeper>
 */
#ifndef SP_SHAPE_PATTERN_H
#define SP_SHAPE_PATTERN_H

#include "base/span.h"
#include "base/status.h"

/* Parts a pattern may have, and pieces all its parts together. */
#define SP_PATTERN_PARTS 64
#define SP_PATTERN_PIECES 512

enum sp_piece_class {
	SP_PIECE_EXACT, /* the text of the piece */
	SP_PIECE_NUMBER,
	SP_PIECE_HEX,
	SP_PIECE_DATE,
	SP_PIECE_LOCALE,
	SP_PIECE_WORD,
	SP_PIECE_CLASSES
};

struct sp_piece {
	enum sp_piece_class class;
	struct sp_span text;    /* with its "\", as in the pattern */
};

enum sp_part_place {
	SP_PART_SEGMENT,    /* of the path, after a "/"; may be empty */
	SP_PART_REPEAT,     /* name is what is repeated: a or a/b */
	SP_PART_DEEPER,     /* the rest; always the last part */
	SP_PART_PARAMETER,  /* name, and pieces of the value */
	SP_PART_ANY         /* any parameters; always the last part */
};

struct sp_part {
	enum sp_part_place place;
	struct sp_span name;       /* with its "\", without "=" */
	bool valued;               /* a parameter with "=" */
	unsigned first, pieces;    /* in the pattern's pieces */
};

/* A pattern that was read: its spans point into the text. */
struct sp_pattern {
	struct sp_span host;
	unsigned parts, pieces;
	bool mixed;                /* parameters may come in any order */
	struct sp_part part[SP_PATTERN_PARTS];
	struct sp_piece piece[SP_PATTERN_PIECES];
};

/* Reads the text of a pattern.  Returns false if it is none. */
bool sp_pattern_read(struct sp_span text,
		     struct sp_pattern *pattern) SP_MUST_CHECK;

/*
 * Writes the pattern as a regular expression, for POSIX (extended), Java and
 * Python alike; *length is that of its text, which is not NUL-terminated and
 * belongs to the caller.  It matches whole URLs of http and https, with any
 * user and port, whose hosts are in lower case.  No part of it is repeated
 * inside of a repetition of the same bytes, so that backtracking takes no
 * longer than the URL times its parts.  A segment three times in a row, which
 * is a <repeat>, is also matched by three <word>s.  More than three parameters
 * in any order are written as that many of them, each one any of them, which
 * matches more than the pattern does; *exact says whether it matches the same.
 * Returns SP_MEMORY.
 */
enum sp_status sp_pattern_expression(const struct sp_pattern *pattern,
				     char **text, size_t *length, bool *exact,
				     struct sp_error *err);

#endif
