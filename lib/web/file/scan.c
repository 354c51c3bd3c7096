/* SPDX-License-Identifier: MIT */
/*
 * A window of text that always holds a whole word. sp_scan_ready() fills it
 * before a word is read, so that no loop over a word has to look for the end of
 * the buffer; and the byte after the text is a "\n", at which all loops over
 * blanks, digits and words stop.  A number of up to 18 digits is read by an
 * inline function of a few instructions (sp_scan_digits()); everything else
 * goes the slower way, which also makes the messages.
 *
 * A last line without an end gets one, so that the end of a text is the end of
 * a line.
 *
 * Words are limited, lines are not: a line may have a billion numbers.
 */
#include "web/file/scan.h"

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE SP_BUFFER((size_t)256 << 10, (size_t)1024)
#define SHOWN 80 /* bytes of a bad word in a message */

/* Else a buffer is full before the window is, which looks like the end. */
_Static_assert(TEXT_SIZE > SP_SCAN_WINDOW, "the window fits into the buffer");

/* One more byte than the buffer holds: the "\n" at which loops stop. */
enum sp_status
sp_scan_open(struct sp_scan *scan, const char *path, struct sp_source *source,
	     struct sp_error *err)
{
	memset(scan, 0, sizeof(*scan));
	scan->line = 1;
	scan->own = !source;
	scan->source = source;
	scan->text = sp_alloc(TEXT_SIZE + 1, 1);
	if (!scan->text)
		return sp_no_memory(err, path);
	return source ? SP_OK : sp_source_open(path, &scan->source, err);
}

void
sp_scan_close(struct sp_scan *scan)
{
	if (scan->own)
		sp_source_close(scan->source);
	free(scan->text);
	memset(scan, 0, sizeof(*scan));
}

enum sp_status
sp_scan_fill(struct sp_scan *scan, struct sp_error *err)
{
	if (!scan->started && sp_source_skip_mark(scan->source, err))
		return err->status;
	scan->started = true;
	scan->end -= scan->at;
	memmove(scan->text, scan->text + scan->at, scan->end);
	scan->at = 0;
	while (!scan->done && scan->end < SP_SCAN_WINDOW) {
		size_t got;

		if (sp_source_read(scan->source, scan->text + scan->end,
				   TEXT_SIZE - scan->end, &got, err))
			return err->status;
		scan->end += got;
		scan->done = !got;
	}
	/*
	 * A last line without an end gets one.  There is room: at the end of
	 * the source the loop leaves less than a window in the buffer.
	 */
	if (scan->done && scan->end && scan->text[scan->end - 1] != '\n')
		scan->text[scan->end++] = '\n';
	/* All loops over the text stop here. */
	scan->text[scan->end] = '\n';
	return SP_OK;
}

/* ---- messages --------------------------------------------------------- */

enum sp_status
sp_scan_bad(const struct sp_scan *scan, struct sp_error *err,
	    const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	(void)sp_source_bad_at(scan->source, scan->line, err, format,
			       arguments);
	va_end(arguments);
	return SP_DATA;
}

enum sp_status
sp_scan_bad_word(const struct sp_scan *scan, const char *word, size_t length,
		 const char *reason, struct sp_error *err)
{
	char shown[4 * SHOWN + 1];
	bool cut = length > SHOWN;

	sp_mask(shown, sizeof(shown), word, cut ? SHOWN : length);
	return sp_scan_bad(scan, err, "\"%s%s\" %s", shown, cut ? "..." : "",
			   reason);
}

/* ---- words ------------------------------------------------------------ */

/*
 * Does a word end at text?  Another byte follows unless it is "\n", so that the
 * byte after a "\r" may be looked at.
 */
static bool
is_end(const char *text)
{
	return sp_is_blank(*text) || *text == '\n' ||
	       (*text == '\r' && text[1] == '\n');
}

enum sp_status
sp_scan_blanks(struct sp_scan *scan, bool *more, struct sp_error *err)
{
	const char *text;

	do {
		if (sp_scan_ready(scan, err))
			return err->status;
		while (sp_is_blank(scan->text[scan->at]))
			scan->at++;
		/* More blanks than the window holds are no end. */
	} while (!scan->done && scan->end - scan->at < SP_SCAN_WINDOW);
	text = scan->text + scan->at;
	*more = !is_end(text);
	return SP_OK;
}

enum sp_status
sp_scan_word(struct sp_scan *scan, const char **word, size_t *length,
	     struct sp_error *err)
{
	const char *start, *at;
	bool more;

	if (sp_scan_blanks(scan, &more, err))
		return err->status;
	start = scan->text + scan->at;
	/*
	 * sp_scan_blanks() has left a whole window, which is longer than the
	 * longest word, so that a word is never cut by the buffer.
	 */
	for (at = start; !is_end(at) && at - start <= SP_SCAN_WORD;)
		at++;
	scan->at += (size_t)(at - start);
	*word = start;
	*length = (size_t)(at - start);
	return SP_OK;
}

/*
 * A number that is long, or none.  The colon of "NUMBER:" stays for the caller.
 */
static enum sp_status
uint_slowly(struct sp_scan *scan, const char *what, uint64_t *value,
	    struct sp_error *err)
{
	const char *word, *colon;
	size_t length, digits;

	if (sp_scan_word(scan, &word, &length, err))
		return err->status;
	if (!length)
		return sp_scan_bad(scan, err, "%s is missing", what);
	colon = memchr(word, ':', length);
	digits = colon && colon > word ? (size_t)(colon - word) : length;
	if (digits <= SP_SCAN_WORD && sp_parse_uint(word, digits, value)) {
		scan->at -= length - digits;
		return SP_OK;
	}
	for (size_t i = 0; i < digits; i++)
		if (!sp_is_digit(word[i]))
			return sp_scan_bad_word(scan, word, length,
						"is not a number", err);
	return sp_scan_bad_word(scan, word, length, "is too large", err);
}

/*
 * The quick reader takes up to 18 digits, which cannot overflow; what it
 * refuses, or what goes on after it, is read again from its start.
 */
enum sp_status
sp_scan_uint(struct sp_scan *scan, const char *what, uint64_t *value,
	     struct sp_error *err)
{
	bool more;
	size_t start;

	if (sp_scan_blanks(scan, &more, err))
		return err->status;
	start = scan->at;
	if (sp_scan_digits(scan, value)) {
		const char *after = scan->text + scan->at;

		if (*after == ':' || is_end(after))
			return SP_OK;
		scan->at = start;
	}
	return uint_slowly(scan, what, value, err);
}

enum sp_status
sp_scan_double(struct sp_scan *scan, const char *what, double *value,
	       struct sp_error *err)
{
	const char *word;
	size_t length, start;
	uint64_t digits;
	bool more;

	if (sp_scan_blanks(scan, &more, err))
		return err->status;
	if (!more)
		return sp_scan_bad(scan, err, "%s is missing", what);
	start = scan->at;
	if (sp_scan_digits(scan, &digits)) {
		/*
		 * Rounded correctly, hence what sp_parse_double() would give.
		 */
		*value = (double)digits;
		if (is_end(scan->text + scan->at))
			return SP_OK;
		scan->at = start;
	}
	if (sp_scan_word(scan, &word, &length, err))
		return err->status;
	if (length <= SP_SCAN_WORD && sp_parse_double(word, length, value))
		return SP_OK;
	return sp_scan_bad_word(scan, word, length, "is not a finite number",
				err);
}

/* ---- lines ------------------------------------------------------------ */

enum sp_status
sp_scan_end_line(struct sp_scan *scan, struct sp_error *err)
{
	const char *word;
	size_t length;

	if (sp_scan_word(scan, &word, &length, err))
		return err->status;
	if (length)
		return sp_scan_bad_word(scan, word, length,
					"where the line should end", err);
	scan->at += scan->text[scan->at] == '\r';
	if (scan->at < scan->end)
		scan->at++;
	scan->line++;
	return SP_OK;
}

/*
 * A line may be longer than the window: its rest is thrown away piece by piece.
 */
enum sp_status
sp_scan_skip_line(struct sp_scan *scan, struct sp_error *err)
{
	const char *newline;

	for (;;) {
		size_t left = scan->end - scan->at;

		newline = memchr(scan->text + scan->at, '\n', left);
		if (newline || scan->done)
			break;
		scan->at = scan->end;
		if (sp_scan_fill(scan, err))
			return err->status;
	}
	scan->at = newline ? (size_t)(newline + 1 - scan->text) : scan->end;
	scan->line++;
	return SP_OK;
}

enum sp_status
sp_scan_at_end(struct sp_scan *scan, bool *end, struct sp_error *err)
{
	if (sp_scan_ready(scan, err))
		return err->status;
	*end = scan->at == scan->end;
	return SP_OK;
}
