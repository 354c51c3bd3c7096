/* SPDX-License-Identifier: MIT */
#include "cli/line.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Room for more bytes and the NUL after them. */
static bool
line_make_room(struct line *line, size_t more)
{
	if (!line->lost)
		line->lost = !sp_grow(&line->text, &line->capacity,
				      line->length + more + 1, 1);
	return !line->lost;
}

void
line_add_bytes(struct line *line, const char *text, size_t length)
{
	if (!line_make_room(line, length))
		return;
	memcpy(line->text + line->length, text, length);
	line->length += length;
	line->text[line->length] = '\0';
}

void
line_add(struct line *line, const char *text)
{
	line_add_bytes(line, text, strlen(text));
}

void
line_add_masked(struct line *line, const char *text)
{
	size_t length = strlen(text);

	/* A masked byte is four: \xHH. */
	if (!line_make_room(line, 4 * length))
		return;
	line->length += sp_mask(line->text + line->length, 4 * length + 1,
				text, length);
}

void
line_add_json(struct line *line, const char *text)
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
line_add_uint(struct line *line, uint64_t value)
{
	char text[24];
	size_t length = sp_format_uint(text, value);

	line_add_bytes(line, text, length);
}

void
line_add_double(struct line *line, double value)
{
	char text[SP_DOUBLE_TEXT];
	size_t length = sp_format_double(text, value);

	line_add_bytes(line, text, length);
}

char *
line_take(struct line *line)
{
	char *text = NULL;

	/* An empty line is "", because NULL means that memory was short. */
	line_add_bytes(line, "", 0);
	if (!line->lost) {
		text = line->text;
		line->text = NULL;
	}
	line_free(line);
	return text;
}

void
line_free(struct line *line)
{
	free(line->text);
	*line = (struct line)LINE_EMPTY;
}
