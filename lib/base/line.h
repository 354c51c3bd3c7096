/* SPDX-License-Identifier: MIT */
/*
 * line.h - builds text of any length, piece by piece.
 *
 *	struct sp_line line = SP_LINE_EMPTY;
 *
 *	sp_line_add(&line, "hits ");
 *	sp_line_format(&line, "%s -i %u", SP_VERSION, iterations);
 *	text = sp_line_take(&line);
 *
 * Pieces need no check of their own: once memory is short the line stays
 * lost, and sp_line_take() returns NULL.
 */
#ifndef SP_BASE_LINE_H
#define SP_BASE_LINE_H

#include "base/span.h"
#include "base/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

struct sp_line {
	char *text;                /* NUL-terminated; NULL: nothing yet */
	uint64_t length, capacity;
	bool lost;                 /* memory was short */
};

#define SP_LINE_EMPTY { NULL, 0, 0, false }

void sp_line_add(struct sp_line *line, const char *text);

/* Replaces the text, in the same memory.  Returns false if memory was short. */
bool sp_line_set(struct sp_line *line, struct sp_span text);

/* The text so far, valid until the line changes. */
static inline struct sp_span
sp_line_span(const struct sp_line *line)
{
	return (struct sp_span){ line->text, (size_t)line->length };
}

/* Like sp_line_add(), for the first length bytes of text. */
void sp_line_add_bytes(struct sp_line *line, const char *text, size_t length);

/* Like sp_line_add_bytes(), for a span. */
void sp_line_add_span(struct sp_line *line, struct sp_span span);

/*
 * Like sp_line_add(), for what printf() would print; the second takes the
 * arguments as vprintf() does.  Too slow for a line of each page.
 */
void sp_line_format(struct sp_line *line, const char *format, ...)
	SP_PRINTF(2, 3);
void sp_line_format_list(struct sp_line *line, const char *format,
			 va_list args) SP_PRINTF(2, 0);

/* Like sp_line_add(), with control characters and bad UTF-8 as \xHH. */
void sp_line_add_masked(struct sp_line *line, const char *text);

/* Like sp_line_add(), escaped for a JSON string, without its quotes. */
void sp_line_add_json(struct sp_line *line, const char *text);

void sp_line_add_uint(struct sp_line *line, uint64_t value);
void sp_line_add_double(struct sp_line *line, double value); /* finite */

/*
 * Returns the text, which the caller frees, or NULL if memory was short, and
 * empties the line.
 */
char *sp_line_take(struct sp_line *line);

void sp_line_free(struct sp_line *line);

#endif
