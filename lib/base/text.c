/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <stdbool.h>
#include <string.h>

/*
 * Length of the printable UTF-8 character at text, or 0 if it is none.  C1
 * controls do not count, because terminals may obey them like escape sequences;
 * nor do over-long forms, which can hide a character from a check.
 */
static size_t
printable_size(const unsigned char *text, size_t length)
{
	size_t size;

	if (text[0] < 0x80)
		return text[0] >= 0x20 && text[0] != 0x7f;
	if (text[0] >= 0xc2 && text[0] <= 0xdf)
		size = 2;
	else if (text[0] >= 0xe0 && text[0] <= 0xef)
		size = 3;
	else if (text[0] >= 0xf0 && text[0] <= 0xf4)
		size = 4;
	else
		return 0;
	if (size > length)
		return 0;
	for (size_t i = 1; i < size; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	/*
	 * C1 controls, over-long forms, surrogates, beyond U+10FFFF.  (0xc0 and
	 * 0xc1 begin over-long forms only, and were refused above.)
	 */
	if ((text[0] == 0xc2 && text[1] < 0xa0) ||
	    (text[0] == 0xe0 && text[1] < 0xa0) ||
	    (text[0] == 0xed && text[1] > 0x9f) ||
	    (text[0] == 0xf0 && text[1] < 0x90) ||
	    (text[0] == 0xf4 && text[1] > 0x8f))
		return 0;
	return size;
}

/* Is this a character from U+0080 to U+009F? */
static bool
is_c1(const unsigned char *text, size_t length)
{
	return length > 1 && text[0] == 0xc2 && text[1] >= 0x80 &&
	       text[1] < 0xa0;
}

/* Writes \xHH and returns its length. */
static size_t
escape_byte(char *out, unsigned char byte)
{
	static const char hex[] = "0123456789abcdef";

	out[0] = '\\';
	out[1] = 'x';
	out[2] = hex[byte >> 4];
	out[3] = hex[byte & 15];
	return 4;
}

size_t
sp_mask(char *out, size_t size, const char *text, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length;) {
		const unsigned char *at = (const unsigned char *)text + i;
		size_t step = printable_size(at, length - i);

		/* A character that does not fit whole is left out. */
		if (used + (step ? step : 4) >= size)
			break;
		if (step) {
			memcpy(out + used, text + i, step);
			used += step;
			i += step;
		} else {
			used += escape_byte(out + used, *at);
			i++;
		}
	}
	out[used] = '\0';
	return used;
}

size_t
sp_escape_cell(char *out, const char *text, size_t length)
{
	static const char special[] = "\t\n\r\\", letters[] = "tnr\\";
	size_t used = 0;

	for (size_t i = 0; i < length;) {
		const unsigned char *at = (const unsigned char *)text + i;
		const char *found = memchr(special, text[i], 4);
		size_t step = printable_size(at, length - i);

		if (found) {
			out[used++] = '\\';
			out[used++] = letters[found - special];
			i++;
		} else if (step) {
			memcpy(out + used, text + i, step);
			used += step;
			i += step;
		} else {
			used += escape_byte(out + used, *at);
			i++;
		}
	}
	return used;
}

size_t
sp_escape_json(char *out, const char *text, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length;) {
		const unsigned char *at = (const unsigned char *)text + i;
		size_t step = printable_size(at, length - i);

		/* Both are printable, so the character itself follows below. */
		if (*at == '"' || *at == '\\')
			out[used++] = '\\';
		if (step) {
			memcpy(out + used, text + i, step);
			used += step;
			i += step;
		} else {
			/* JSON has no escape for a byte, only for U+00HH. */
			char hex[4];

			/* C1 is U+00HH, though it has two bytes. */
			if (is_c1(at, length - i))
				at = (const unsigned char *)text + ++i;
			escape_byte(hex, *at);
			memcpy(out + used, "\\u00", 4);
			memcpy(out + used + 4, hex + 2, 2);
			used += 6;
			i++;
		}
	}
	return used;
}

/* What XML writes for a character of ASCII or of C1, or NULL: itself. */
static const char *
xml_entity(unsigned char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\t':
		return "&#9;";
	case '\n':
		return "&#10;";
	case '\r':
		return "&#13;";
	default:
		return NULL;
	}
}

/* Writes before, two digits and after; returns its length. */
static size_t
escape_hex(char *out, const char *before, unsigned char byte,
	   const char *after)
{
	static const char hex[] = "0123456789ABCDEF";
	size_t used = strlen(before), length = strlen(after);

	memcpy(out, before, used);
	out[used++] = hex[byte >> 4];
	out[used++] = hex[byte & 15];
	memcpy(out + used, after, length);
	return used + length;
}

size_t
sp_escape_xml(char *out, const char *text, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length; i++) {
		const unsigned char *at = (const unsigned char *)text + i;
		const char *entity = xml_entity(*at);
		size_t step = printable_size(at, length - i);

		if (entity) {
			memcpy(out + used, entity, strlen(entity));
			used += strlen(entity);
		} else if (is_c1(at, length - i)) {
			used += escape_hex(out + used, "&#x", at[1], ";");
			i++;
		} else if (*at == 0x7f) {
			used += escape_hex(out + used, "&#x", *at, ";");
		} else if (!step) {
			used += escape_hex(out + used, "%", *at, "");
		} else if (step == 3 && !memcmp(at, "\xef\xbf", 2) &&
			   at[2] >= 0xbe) {
			for (; step; step--, at++)
				used += escape_hex(out + used, "%", *at, "");
			i += 2;
		} else {
			memcpy(out + used, at, step);
			used += step;
			i += step - 1;
		}
	}
	return used;
}

size_t
sp_text_piece(const char *text, size_t length, size_t most)
{
	size_t piece = length < most ? length : most;

	while (piece < length && piece > most - 3 &&
	       ((unsigned char)text[piece] & 0xc0) == 0x80)
		piece--;
	return piece;
}
