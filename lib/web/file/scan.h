/* SPDX-License-Identifier: MIT */
/*
 * scan.h - reads text that is mostly numbers, word by word.
 *
 * Words are separated by blanks and tabs; lines end with "\n" or "\r\n",
 * optional on the last line.  Only a window of the text is in memory, so lines
 * may have any length.
 */
#ifndef SP_WEB_FILE_SCAN_H
#define SP_WEB_FILE_SCAN_H

#include "web/file/source.h"

#include <stdbool.h>

/* Bytes of the longest word; a longer word is cut and is not a number. */
#define SP_SCAN_WORD 255

/* Bytes buffered before a word is read, unless the text ends. */
#define SP_SCAN_WINDOW 512

/* A zeroed struct is a closed scan. */
struct sp_scan {
	struct sp_source *source;
	bool own;                 /* the scan opened the source */
	bool started;             /* the first text has been read */
	char *text;               /* text[end] is "\n" */
	size_t at, end;           /* the unread text */
	bool done;                /* the source is at its end */
	uint64_t line;            /* of at, from 1 */
};

/*
 * Opens the file at path, like sp_source_open(), or reads the source, if it is
 * not NULL: one that the caller has opened, and closes after the scan.  Call
 * sp_scan_close() even after a failure.
 */
enum sp_status sp_scan_open(struct sp_scan *scan, const char *path,
			    struct sp_source *source, struct sp_error *err);

void sp_scan_close(struct sp_scan *scan); /* accepts a closed scan */

/* For sp_scan_ready() only: fills the window. */
enum sp_status sp_scan_fill(struct sp_scan *scan, struct sp_error *err);

/* Makes sure that the window is full, unless the text ends. */
static inline enum sp_status
sp_scan_ready(struct sp_scan *scan, struct sp_error *err)
{
	if (scan->done || scan->end - scan->at >= SP_SCAN_WINDOW)
		return SP_OK;
	return sp_scan_fill(scan, err);
}

/*
 * Skips blanks up to the next word of the line; *more is false at the end of
 * the line or text.
 */
enum sp_status sp_scan_blanks(struct sp_scan *scan, bool *more,
			      struct sp_error *err);

/*
 * Reads the next word of the line; *length is 0 at the end of the line.  The
 * word is valid until the next call.
 */
enum sp_status sp_scan_word(struct sp_scan *scan, const char **word,
			    size_t *length, struct sp_error *err);

/*
 * Reads the next word, which must be digits, as a number below 2^64.  A colon
 * after the digits ends the number.  what names the number in messages, for
 * example "the number of pages".  Returns SP_DATA ("FILE: line N: why") or
 * SP_IO on failure.
 */
enum sp_status sp_scan_uint(struct sp_scan *scan, const char *what,
			    uint64_t *value, struct sp_error *err);

/* Like sp_scan_uint(), for a finite decimal number. */
enum sp_status sp_scan_double(struct sp_scan *scan, const char *what,
			      double *value, struct sp_error *err);

/* Goes to the next line; SP_DATA if the line has more words. */
enum sp_status sp_scan_end_line(struct sp_scan *scan, struct sp_error *err);

/* Skips the rest of the line and goes to the next. */
enum sp_status sp_scan_skip_line(struct sp_scan *scan, struct sp_error *err);

/* Sets *end to whether the text has no more lines. */
enum sp_status sp_scan_at_end(struct sp_scan *scan, bool *end,
			      struct sp_error *err);

/*
 * Reads digits at the current position, without checking what follows: the
 * fast path.  Call sp_scan_ready() first.  Returns false, without moving,
 * unless there are 1 to 18 digits.
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

/* Returns SP_DATA with "NAME: line N: ..."; N is the line of the next word. */
enum sp_status sp_scan_bad(const struct sp_scan *scan, struct sp_error *err,
			   const char *format, ...) SP_PRINTF(3, 4);

/* Returns SP_DATA with "NAME: line N: "WORD" reason"; masks the word. */
enum sp_status sp_scan_bad_word(const struct sp_scan *scan, const char *word,
				size_t length, const char *reason,
				struct sp_error *err);

#endif
