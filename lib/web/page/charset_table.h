/* SPDX-License-Identifier: MIT */
/*
 * charset_table.h - the charsets of the web and their labels, for charset.c
 * and charset_text.c.
 *
 * Source: WHATWG Encoding Standard, "Names and labels".  Programs that follow
 * it read these charsets and no others.
 */
#ifndef SP_WEB_PAGE_CHARSET_TABLE_H
#define SP_WEB_PAGE_CHARSET_TABLE_H

#include "base/span.h"

/* How the bytes of a charset become characters. */
enum sp_charset_form {
	SP_CHARSET_UTF8,
	SP_CHARSET_UTF16LE,
	SP_CHARSET_UTF16BE,
	SP_CHARSET_SINGLE, /* a byte a character; ASCII below 0x80 */
	SP_CHARSET_DOUBLE, /* ASCII, and characters of 2 to 4 bytes */
	SP_CHARSET_STATES, /* escape sequences switch between charsets */
	SP_CHARSET_USER,   /* x-user-defined: ASCII and U+F780 to U+F7FF */
	SP_CHARSET_NOTHING /* unsafe to decode: one U+FFFD is the whole text */
};

struct sp_charset_row {
	const char *name;
	const char *iconv;  /* as iconv_open() calls it, or NULL */
	enum sp_charset_form form;
	const char *labels; /* in lower case, between blanks */
};

/* The row of a label, in any case and between blanks; NULL if unknown. */
const struct sp_charset_row *sp_charset_of_label(struct sp_span label);

/* The row of a name that sp_charset_find() has returned. */
const struct sp_charset_row *sp_charset_of_name(const char *name);

#endif
