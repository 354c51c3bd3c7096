/* SPDX-License-Identifier: MIT */
/*
 * charset.h - which charset a page has, and its text as UTF-8.
 *
 * Charsets and their labels are those of the WHATWG Encoding Standard, so that
 * "latin1", "ascii" and "iso-8859-1" all are windows-1252, as in browsers.
 */
#ifndef SP_WEB_PAGE_CHARSET_H
#define SP_WEB_PAGE_CHARSET_H

#include "base/span.h"
#include "base/status.h"

/* The bytes of a page in which a declaration of its charset is looked for. */
#define SP_CHARSET_PRESCAN 1024

/*
 * Returns the name of a page's charset, a constant: what is found first of
 *
 *	1. a byte-order mark,
 *	2. "charset=" in the header Content-Type (which may be absent),
 *	3. <meta charset> or <meta http-equiv=content-type content> in the first
 *	   1024 bytes; UTF-16 there means UTF-8, as the tag could be read,
 *	4. the encoding of an XML declaration at the very beginning,
 *	5. UTF-8 if all the bytes are valid UTF-8, and otherwise windows-1252.
 *
 * Labels that the standard does not know count as no declaration.
 *
 * Source: WHATWG HTML, "determining the character encoding"; 5 replaces its
 * guesses by the user's language, and gives the same charset on every machine.
 */
const char *sp_charset_find(struct sp_span content_type, struct sp_span page);

/*
 * Returns the name of the charset with this label (in any case, blanks around
 * it do not matter), or NULL if the standard has no such label.
 */
const char *sp_charset_of(struct sp_span label);

/*
 * Returns the name by which iconv_open() knows a charset that was returned
 * above: for writing it, as in the queries of URLs.  NULL for charsets that
 * nobody writes (replacement, x-user-defined).
 */
const char *sp_charset_iconv(const char *name);

/*
 * A text as UTF-8.  Zeroed, it is empty; use it again for other texts, and
 * release it with sp_charset_text_free().
 */
struct sp_charset_text {
	struct sp_span utf8; /* valid UTF-8, until the next use; may be in the
	                        page, if that needs no change */
	uint64_t wrong;      /* U+FFFD that stand for bytes without meaning */
	bool unknown;        /* iconv lacks the charset on this machine: all
	                        that is not ASCII became U+FFFD */

	/* private */
	char *buffer;
	uint64_t capacity;
	struct sp_charset_high {
		char bytes[3];
		uint8_t size;
	} high[128];         /* the bytes from 0x80 on, in UTF-8 ... */
	const char *high_of; /* ... of this charset of single bytes, or NULL */
};

/*
 * Turns a page in the charset of this name (of sp_charset_find()) into UTF-8,
 * without its byte-order mark.  Bytes that mean nothing in the charset become
 * U+FFFD.  The result has at most 4 times the bytes of the page.
 */
enum sp_status sp_charset_decode(const char *name, struct sp_span page,
				 struct sp_charset_text *text,
				 struct sp_error *err);

void sp_charset_text_free(struct sp_charset_text *text);

#endif
