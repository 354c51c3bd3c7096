/* SPDX-License-Identifier: MIT */
/*
 * Character references that writers of WAT files have left in URLs.  Not all of
 * HTML's names are undone: these five are what programs that write HTML and XML
 * escape, and anything else that looks like one in a URL is more often a
 * parameter ("&copy=1"); that is also why the ";" must be there.
 *
 * The text is changed in place, as no reference is shorter than what it stands
 * for: "&#x10FFFF;" has ten bytes, and its character four.
 */
#include "web/page/references.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define REFERENCE_MAX 10 /* bytes between "&" and ";" */

static const struct named {
	const char *name;
	char character;
} named[] = {
	{ "amp", '&' }, { "lt", '<' }, { "gt", '>' }, { "quot", '"' },
	{ "apos", '\'' }
};

/* The bytes written for the reference "#61" or "#x3D"; 0 if it is none. */
static size_t
undo_number(const char *digits, size_t length, char *to)
{
	bool hexadecimal = length && (*digits | 0x20) == 'x';
	unsigned base = hexadecimal ? 16 : 10;
	uint32_t c = 0;

	if (length == (hexadecimal ? 1 : 0))
		return 0;
	for (size_t i = hexadecimal; i < length; i++) {
		int digit = sp_hex_value(digits[i]);

		if (digit < 0 || (unsigned)digit >= base || c > 0x10FFFF)
			return 0;
		c = c * base + (unsigned)digit;
	}
	if (!c || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
		return 0;
	return sp_utf8_put(to, c);
}

/* The bytes written for what stands between "&" and ";"; 0 if it is none. */
static size_t
undo_reference(const char *inside, size_t length, char *to)
{
	if (length && *inside == '#')
		return undo_number(inside + 1, length - 1, to);
	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		if (strlen(named[i].name) == length &&
		    !memcmp(named[i].name, inside, length)) {
			*to = named[i].character;
			return 1;
		}
	return 0;
}

size_t
sp_references_undo(char *text, size_t length)
{
	char *at = length ? memchr(text, '&', length) : NULL;
	const char *end = text + length;
	char *to = at;

	if (!at)
		return length;
	while (at < end) {
		size_t left = (size_t)(end - at - 1), most, bytes = 0;
		char *stop = NULL;

		if (*at == '&') {
			most = left < REFERENCE_MAX ? left : REFERENCE_MAX;
			stop = most ? memchr(at + 1, ';', most) : NULL;
		}
		if (stop)
			bytes = undo_reference(at + 1,
					       (size_t)(stop - at - 1), to);
		if (!bytes) {
			*to++ = *at++;
			continue;
		}
		to += bytes;
		at = stop + 1;
	}
	return (size_t)(to - text);
}
