/* SPDX-License-Identifier: MIT */
/*
 * Text is collected in a buffer of 64 KiB: an output does more for each call
 * than a number of some digits is worth.  Errors stay until somebody asks, as
 * in base/line.h.
 */
#include "formats/export/text.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

enum sp_status
sp_text_begin(struct sp_text *text, const struct sp_output *output,
	      struct sp_error *err)
{
	*text = (struct sp_text){ .output = output, .err = err };
	text->bytes = sp_alloc(SP_TEXT_BUFFER, 1);
	return text->bytes ? SP_OK : sp_no_memory(err, "the text");
}

static void
pass_on(struct sp_text *text, const void *bytes, size_t size)
{
	if (!text->status && size)
		text->status = text->output->write(text->output->context,
						   bytes, size, text->err);
}

void
sp_text_flush(struct sp_text *text)
{
	pass_on(text, text->bytes, text->used);
	text->used = 0;
}

/* What is larger than the buffer goes past it, after what it has. */
void
sp_text_bytes(struct sp_text *text, const void *bytes, size_t length)
{
	if (length > SP_TEXT_BUFFER - text->used)
		sp_text_flush(text);
	if (length > SP_TEXT_BUFFER) {
		pass_on(text, bytes, length);
		return;
	}
	/* An empty name may have no address. */
	if (length)
		memcpy(text->bytes + text->used, bytes, length);
	text->used += length;
}

void
sp_text_string(struct sp_text *text, const char *string)
{
	sp_text_bytes(text, string, strlen(string));
}

void
sp_text_double(struct sp_text *text, double value)
{
	char number[SP_DOUBLE_TEXT];

	/* Most weights are counts, which need no search for the shortest. */
	if (value >= 1 && value < 1e15 &&
	    value == (double)(uint64_t)value) {
		sp_text_uint(text, (uint64_t)value);
	} else {
		size_t length = sp_format_double(number, value);

		sp_text_bytes(text, number, length);
	}
}

/* In pieces, so that a name of any length needs no memory. */
void
sp_text_xml(struct sp_text *text, const char *bytes, size_t length)
{
	char escaped[6 * 1024];

	while (length) {
		size_t step = sp_text_piece(bytes, length, 1024);
		size_t written = sp_escape_xml(escaped, bytes, step,
					       text->safe);

		sp_text_bytes(text, escaped, written);
		bytes += step;
		length -= step;
	}
}

enum sp_status
sp_text_end(struct sp_text *text, enum sp_status status)
{
	if (!status) {
		sp_text_flush(text);
		status = text->status;
	}
	free(text->bytes);
	text->bytes = NULL;
	return status;
}
