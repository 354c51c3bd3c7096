/* SPDX-License-Identifier: MIT */
/*
 * scan.h - a text of numbers, word by word.  Private to lib/import.
 *
 * For formats whose lines are short or of any length and hold little but
 * numbers.  Words are separated by blanks and tabs; lines end with "\n" or
 * "\r\n", which the last one may lack.  Only a window of the text is held,
 * so that a line may be as long as it likes.
 */
#ifndef SP_IMPORT_SCAN_H
#define SP_IMPORT_SCAN_H

#include "import/source.h"

#include <stdbool.h>

/* The longest word; one that is longer is cut, and is no number. */
#define SP_SCAN_WORD 255

/* Bytes of text at hand before a word is read, unless the text ends. */
#define SP_SCAN_WINDOW 512

/* All zero is a closed scan. */
struct sp_scan {
	struct sp_source *source;
	char *text;               /* text[end] is "\n" */
	size_t at, end;           /* what is not yet read */
	bool done;                /* the source has no more */
	uint64_t line;            /* of at, from 1 */
};

/* Opens the file, as sp_source_open().  Close also after a failure. */
enum sp_status sp_scan_open(struct sp_scan *scan, const char *path,
			    struct sp_error *err) SP_MUST_CHECK;

void sp_scan_close(struct sp_scan *scan); /* accepts a closed scan */

/* Makes sure of the window; sp_scan_ready() is to be called instead. */
enum sp_status sp_scan_fill(struct sp_scan *scan, struct sp_error *err)
	SP_MUST_CHECK;

static inline enum sp_status
sp_scan_ready(struct sp_scan *scan, struct sp_error *err)
{
	if (scan->done || scan->end - scan->at >= SP_SCAN_WINDOW)
		return SP_OK;
	return sp_scan_fill(scan, err);
}

/*
 * Goes to the next word of the line; *more is false at the end of the line or
 * of the text.
 */
enum sp_status sp_scan_blanks(struct sp_scan *scan, bool *more,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * The next word of the line, *length 0 when there is none.  Valid until the
 * next call.
 */
enum sp_status sp_scan_word(struct sp_scan *scan, const char **word,
			    size_t *length, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Reads the next word, which must be digits, as a number below 2^64.  what
 * names it in messages, as "the number of pages".  A colon after the digits
 * ends the number.  SP_DATA, "FILE: line N: why"; SP_IO.
 */
enum sp_status sp_scan_uint(struct sp_scan *scan, const char *what,
			    uint64_t *value, struct sp_error *err)
	SP_MUST_CHECK;

/* As sp_scan_uint(), for a word that must be a finite decimal number. */
enum sp_status sp_scan_double(struct sp_scan *scan, const char *what,
			      double *value, struct sp_error *err)
	SP_MUST_CHECK;

/* Ends the line, which must have no more words, and goes to the next. */
enum sp_status sp_scan_end_line(struct sp_scan *scan, struct sp_error *err)
	SP_MUST_CHECK;

/* Passes over the rest of the line and its end. */
enum sp_status sp_scan_skip_line(struct sp_scan *scan, struct sp_error *err)
	SP_MUST_CHECK;

/* *end is true when the text has no more lines. */
enum sp_status sp_scan_at_end(struct sp_scan *scan, bool *end,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * Reads digits at the current position, without checking what follows: the
 * fast way.  Only after sp_scan_ready(); false, with the place as it was,
 * unless there are 1 to 18.
 */
static inline bool
sp_scan_digits(struct sp_scan *scan, uint64_t *value)
{
	const char *start = scan->text + scan->at, *at = start;
	uint64_t number = 0;
	unsigned digit;

	while ((digit = (unsigned)(unsigned char)*at - '0') < 10) {
		number = number * 10 + digit;
		at++;
	}
	if ((size_t)(at - start) - 1 >= 18)
		return false;
	scan->at += (size_t)(at - start);
	*value = number;
	return true;
}

/* SP_DATA with "NAME: line N: ...", N being the line of the next word. */
enum sp_status sp_scan_bad(const struct sp_scan *scan, struct sp_error *err,
			   const char *format, ...) SP_PRINTF(3, 4);

/* SP_DATA with "NAME: line N: "WORD" reason", the word masked. */
enum sp_status sp_scan_bad_word(const struct sp_scan *scan, const char *word,
				size_t length, const char *reason,
				struct sp_error *err);

#endif
