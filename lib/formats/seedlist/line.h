/* SPDX-License-Identifier: MIT */
/*
 * line.h - text that grows.  Private to lib/formats/seedlist.
 *
 * The functions do nothing after memory has run out: failed is looked at once,
 * when the line is complete.
 */
#ifndef SP_FORMATS_SEEDLIST_LINE_H
#define SP_FORMATS_SEEDLIST_LINE_H

#include "base/span.h"

#include <stdbool.h>
#include <stdint.h>

/* Zero bytes are an empty text; free() its bytes. */
struct sp_list_line {
	char *bytes;
	uint64_t length, capacity;
	bool failed;      /* memory ran out */
};

void sp_list_add(struct sp_list_line *line, const char *text, size_t length);
void sp_list_add_span(struct sp_list_line *line, struct sp_span span);
void sp_list_add_string(struct sp_list_line *line, const char *text);
void sp_list_add_uint(struct sp_list_line *line, uint64_t value);
void sp_list_add_double(struct sp_list_line *line, double value);

/* The same with ASCII letters in lower case. */
void sp_list_add_lower(struct sp_list_line *line, struct sp_span span);

/*
 * A string of JSON or of YAML, with its quotes, in ASCII.  The text is valid
 * UTF-8 (sp_list_utf8()).
 */
void sp_list_add_json(struct sp_list_line *line, struct sp_span text);
void sp_list_add_yaml(struct sp_list_line *line, struct sp_span text);

/*
 * The character at the start of text: sets *character, and returns its bytes;
 * 0 if text does not begin with a character in valid UTF-8.
 */
size_t sp_list_utf8(struct sp_span text, uint32_t *character);

#endif
