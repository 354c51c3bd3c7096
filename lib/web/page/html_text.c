/* SPDX-License-Identifier: MIT */
/*
 * Text is appended as it is found, and blanks only when a character follows: so
 * there are none at the ends of the whole, and a run of blanks that crosses
 * elements is still one.  A break between blocks is stronger than a blank.
 */
#include "web/page/html_text.h"

#include "base/memory.h"

#include <string.h>

/* Returns the bytes of the blank at text, or 0. */
static size_t
blank_at(const char *text)
{
	if (*text == ' ' || (*text >= '\t' && *text <= '\r'))
		return 1;
	/* U+00A0, the no-break space. */
	return text[0] == '\xC2' && text[1] == '\xA0' ? 2 : 0;
}

bool
sp_html_text_add(struct sp_html_text *text, const char *bytes)
{
	uint64_t size = strlen(bytes);
	char *out;

	/* Each character comes with at most one blank before it. */
	if (!sp_grow(&text->bytes, &text->capacity, text->length + size + 1))
		return false;
	out = text->bytes + text->length;
	while (*bytes) {
		size_t blank = blank_at(bytes);

		if (blank) {
			if (!text->blank && out > text->bytes)
				text->blank = ' ';
			bytes += blank;
			continue;
		}
		if (text->blank) {
			*out++ = text->blank;
			text->blank = '\0';
		}
		*out++ = *bytes++;
	}
	text->length = (uint64_t)(out - text->bytes);
	return true;
}
