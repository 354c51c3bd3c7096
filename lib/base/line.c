/* SPDX-License-Identifier: MIT */
/*
 * A line that is built piece by piece.  A failed allocation is remembered and
 * not reported: once the line is lost, all that is added has no effect, and
 * whoever takes the line or looks at `lost` learns of it once, at the end.  So
 * callers add ten pieces without ten checks.  Room is made for the worst case
 * of an escape before it is written, which is less work than measuring first,
 * and the line is short-lived.
 */
#include "base/line.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for more bytes and the NUL after them. */
static bool
line_make_room(struct sp_line *line, size_t more)
{
	if (!line->lost)
		line->lost = !sp_grow(&line->text, &line->capacity,
				      line->length + more + 1);
	return !line->lost;
}

void
sp_line_add_bytes(struct sp_line *line, const char *text, size_t length)
{
	if (!line_make_room(line, length))
		return;
	if (length)
		memcpy(line->text + line->length, text, length);
	line->length += length;
	line->text[line->length] = '\0';
}

void
sp_line_add_span(struct sp_line *line, struct sp_span span)
{
	sp_line_add_bytes(line, span.text, span.length);
}

bool
sp_line_set(struct sp_line *line, struct sp_span text)
{
	line->length = 0;
	sp_line_add_span(line, text);
	return !line->lost;
}

void
sp_line_add(struct sp_line *line, const char *text)
{
	sp_line_add_bytes(line, text, strlen(text));
}

void
sp_line_format_list(struct sp_line *line, const char *format, va_list args)
{
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	if (length < 0)
		line->lost = true;
	else if (line_make_room(line, (size_t)length))
		line->length += (uint64_t)vsnprintf(line->text + line->length,
						    (size_t)length + 1, format,
						    again);
	va_end(again);
}

void
sp_line_format(struct sp_line *line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	sp_line_format_list(line, format, args);
	va_end(args);
}

void
sp_line_add_masked(struct sp_line *line, const char *text)
{
	size_t length = strlen(text);

	/* A masked byte is four: \xHH. */
	if (!line_make_room(line, 4 * length))
		return;
	line->length += sp_mask(line->text + line->length, 4 * length + 1,
				text, length);
}

void
sp_line_add_json(struct sp_line *line, const char *text)
{
	size_t length = strlen(text);

	/* The longest escape of a byte is six: \u00HH. */
	if (!line_make_room(line, 6 * length))
		return;
	line->length += sp_escape_json(line->text + line->length, text, length,
				       false);
	line->text[line->length] = '\0';
}

void
sp_line_add_uint(struct sp_line *line, uint64_t value)
{
	char text[24];
	size_t length = sp_format_uint(text, value);

	sp_line_add_bytes(line, text, length);
}

void
sp_line_add_double(struct sp_line *line, double value)
{
	char text[SP_DOUBLE_TEXT];
	size_t length = sp_format_double(text, value);

	sp_line_add_bytes(line, text, length);
}

/*
 * The text is the caller's, and the line is empty and can be used again.  It is
 * freed in both cases, so that no caller has to do it after a failure.
 */
char *
sp_line_take(struct sp_line *line)
{
	char *text = NULL;

	/* An empty line is "", because NULL means that memory was short. */
	sp_line_add_bytes(line, "", 0);
	if (!line->lost) {
		text = line->text;
		line->text = NULL;
	}
	sp_line_free(line);
	return text;
}

void
sp_line_free(struct sp_line *line)
{
	free(line->text);
	*line = (struct sp_line)SP_LINE_EMPTY;
}
