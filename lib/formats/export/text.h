/* SPDX-License-Identifier: MIT */
/*
 * text.h - writes text to an output in large pieces.
 *
 * What fails first is kept, and everything after it does nothing: it is enough
 * to look at status once a block of pages, and at the end.
 */
#ifndef SP_FORMATS_EXPORT_TEXT_H
#define SP_FORMATS_EXPORT_TEXT_H

#include "base/number.h"
#include "base/output.h"

#include <string.h>

#define SP_TEXT_BUFFER 65536
#define SP_TEXT_NUMBER 32 /* most bytes of a number */

struct sp_text {
	const struct sp_output *output;
	struct sp_error *err;
	enum sp_status status;
	bool safe;               /* XML: no hidden characters; false at first */
	size_t used;
	char *bytes;             /* SP_TEXT_BUFFER */
};

/* Begins; err must stay until the end.  Returns SP_MEMORY on failure. */
enum sp_status sp_text_begin(struct sp_text *text,
			     const struct sp_output *output,
			     struct sp_error *err);

/* Passes on what is in the buffer. */
void sp_text_flush(struct sp_text *text);

/* Any bytes. */
void sp_text_bytes(struct sp_text *text, const void *bytes, size_t length);

/* A NUL-terminated string. */
void sp_text_string(struct sp_text *text, const char *string);

/* A number that is finite, as sp_format_double() writes it. */
void sp_text_double(struct sp_text *text, double value);

/* Any bytes as text of XML, by sp_escape_xml(). */
void sp_text_xml(struct sp_text *text, const char *bytes, size_t length);

static inline void
sp_text_uint(struct sp_text *text, uint64_t value)
{
	if (text->used > SP_TEXT_BUFFER - SP_TEXT_NUMBER)
		sp_text_flush(text);
	text->used += sp_format_uint(text->bytes + text->used, value);
}

/* One character. */
static inline void
sp_text_char(struct sp_text *text, char c)
{
	if (text->used == SP_TEXT_BUFFER)
		sp_text_flush(text);
	text->bytes[text->used++] = c;
}

/*
 * Passes on the rest, unless status is a failure already, and frees.  Returns
 * that failure or the first one of the text.
 */
enum sp_status sp_text_end(struct sp_text *text, enum sp_status status);

#endif
