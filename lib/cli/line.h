/* SPDX-License-Identifier: MIT */
/*
 * line.h - builds a line of text of any length, piece by piece.
 *
 *	struct line line = LINE_EMPTY;
 *
 *	line_add(&line, "hits ");
 *	line_add(&line, SP_VERSION);
 *	text = line_take(&line);
 *
 * Pieces need no check of their own: once memory is short the line stays
 * lost, and line_take() returns NULL.
 */
#ifndef SP_CLI_LINE_H
#define SP_CLI_LINE_H

#include "base/status.h"

#include <stdbool.h>

struct line {
	char *text;                /* NUL-terminated; NULL: nothing yet */
	uint64_t length, capacity;
	bool lost;                 /* memory was short */
};

#define LINE_EMPTY { NULL, 0, 0, false }

void line_add(struct line *line, const char *text);

/* Like line_add(), for the first length bytes of text. */
void line_add_bytes(struct line *line, const char *text, size_t length);

/* Like line_add(), with control characters and bad UTF-8 as \xHH. */
void line_add_masked(struct line *line, const char *text);

/* Like line_add(), escaped for a JSON string, without its quotes. */
void line_add_json(struct line *line, const char *text);

void line_add_uint(struct line *line, uint64_t value);
void line_add_double(struct line *line, double value); /* finite */

/*
 * Returns the text, which the caller frees, or NULL if memory was short, and
 * empties the line.
 */
char *line_take(struct line *line);

void line_free(struct line *line);

#endif
