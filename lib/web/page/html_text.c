/* SPDX-License-Identifier: MIT */
/*
 * Text is appended as it is found, and blanks only when a character follows: so
 * there are none at the ends of the whole, and a run of blanks that crosses
 * elements is still one.  A break between blocks is stronger than a blank.
 *
 * Most bytes are letters: they are copied in runs, up to the next byte that
 * may be a blank, a reference or NUL.
 */
#include "web/page/html_private.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "web/page/html_references.h"

enum { LETTER, BLANK, NO_BREAK, REFERENCE, NUL };

static const uint8_t class_of[256] = {
	['\0'] = NUL, ['\t'] = BLANK, ['\n'] = BLANK, ['\v'] = BLANK,
	['\f'] = BLANK, ['\r'] = BLANK, [' '] = BLANK,
	[0xC2] = NO_BREAK, /* the first byte of U+00A0 */
	['&'] = REFERENCE,
};

/* Returns the bytes of the blank at text, or 0. */
static size_t
blank_at(const char *text, const char *end)
{
	if (class_of[(unsigned char)*text] == BLANK)
		return 1;
	return end - text > 1 && text[0] == '\xC2' && text[1] == '\xA0' ? 2 : 0;
}

/* One character, or one that a reference stands for; returns the new end. */
static char *
add_one(struct sp_html_text *text, char *out, const char *bytes, size_t size)
{
	if (blank_at(bytes, bytes + size)) {
		if (!text->blank && out > text->bytes)
			text->blank = ' ';
		return out;
	}
	if (text->blank) {
		*out++ = text->blank;
		text->blank = '\0';
	}
	memcpy(out, bytes, size);
	return out + size;
}

bool
sp_html_text_add(struct sp_html_text *text, struct sp_span bytes,
		 bool references, bool drop_nul)
{
	const char *at = bytes.text, *end = at + bytes.length;
	char *out, undone[SP_HTML_REFERENCE_MAX];

	/* A blank may come before, and stays even if what follows is blank. */
	if (!sp_grow(&text->bytes, &text->capacity,
		     text->length + sp_html_decoded_most(bytes) + 1))
		return false;
	out = text->bytes + text->length;
	while (at < end) {
		size_t used = 0, size = 1, bytes_undone;

		switch (class_of[(unsigned char)*at]) {
		case LETTER:
			if (text->blank) {
				*out++ = text->blank;
				text->blank = '\0';
			}
			do
				*out++ = *at++;
			while (at < end && !class_of[(unsigned char)*at]);
			continue;
		case NUL:
			at++;
			if (!drop_nul)
				out = add_one(text, out, "\xEF\xBF\xBD", 3);
			continue;
		case REFERENCE:
			if (references)
				used = sp_html_reference(at, end, false,
							 undone,
							 &bytes_undone);
			if (used) {
				out = add_one(text, out, undone,
					      bytes_undone);
				at += used;
				continue;
			}
			break;
		default:
			size = blank_at(at, end);
			size += !size;
			break;
		}
		out = add_one(text, out, at, size);
		at += size;
	}
	text->length = (uint64_t)(out - text->bytes);
	return true;
}

bool
sp_html_text_is_blank(struct sp_span bytes, bool references)
{
	const char *at = bytes.text, *end = at + bytes.length;
	char undone[SP_HTML_REFERENCE_MAX];

	while (at < end) {
		size_t size = 0, used = 0;

		if (sp_is_html_space(*at) || !*at) {
			at++;
			continue;
		}
		if (*at == '&' && references)
			used = sp_html_reference(at, end, false, undone, &size);
		if (!used || size != 1 || !sp_is_html_space(*undone))
			return false;
		at += used;
	}
	return true;
}
