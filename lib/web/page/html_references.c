/* SPDX-License-Identifier: MIT */
/*
 * Character references, as the tokenizer of the HTML standard reads them: the
 * longest name counts.  With its ";" a name is looked up as a whole; the 106
 * names that old pages write without it have six letters at most, so that the
 * longest of them is found by trying each length.
 */
#include "web/page/html_references.h"

#include "base/ascii.h"
#include "base/utf8.h"

#define REPLACEMENT 0xFFFD

/* ---- numbers ------------------------------------------------------------ */

/* What the standard reads for the C1 controls: windows-1252. */
static const uint16_t controls[32] = {
	0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
	0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
	0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
	0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178
};

/* "#61" or "#x3D"; at is after the "#". */
static const char *
read_numeric(const char *at, const char *end, char *out, size_t *size)
{
	bool hexadecimal = at < end && (*at | 0x20) == 'x';
	unsigned base = hexadecimal ? 16 : 10;
	const char *digits;
	uint32_t code = 0;

	at += hexadecimal;
	for (digits = at; at < end; at++) {
		int digit = sp_hex_value(*at);

		if (digit < 0 || (unsigned)digit >= base)
			break;
		if (code <= 0x10FFFF)
			code = code * base + (unsigned)digit;
	}
	if (at == digits)
		return NULL;
	if (at < end && *at == ';')
		at++;
	if (!code || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
		code = REPLACEMENT;
	else if (code >= 0x80 && code < 0xA0)
		code = controls[code - 0x80];
	*size = sp_utf8_put(out, code);
	return at;
}

/* ---- names -------------------------------------------------------------- */

static size_t
put_value(unsigned value, char *out)
{
	const uint16_t *pair;
	size_t size;

	if (value < 0xE000 || value >= 0xF900)
		return sp_utf8_put(out, value);
	if (value < 0xF000)
		return sp_utf8_put(out, value - 0xE000 + 0x1D400);
	pair = sp_html_reference_pairs[value - 0xF000];
	size = sp_utf8_put(out, pair[0]);
	return size + sp_utf8_put(out + size, pair[1]);
}

/* Writes what a name stands for; returns the bytes, or 0 if it is none. */
static size_t
put_name(const char *name, size_t length, char *out)
{
	const struct sp_html_reference_names *table;
	unsigned low = 0, high;

	if (length > SP_HTML_REFERENCE_NAME_MAX)
		return 0;
	table = &sp_html_reference_names[length];
	high = table->count;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = memcmp(name, table->names + middle * length,
				   length);

		if (!order)
			return put_value(sp_html_reference_values[table->first +
								  middle],
					 out);
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return 0;
}

static bool
is_old(const char *name, size_t length)
{
	const char *names = sp_html_reference_old[length];

	for (; names && *names; names += length)
		if (!memcmp(names, name, length))
			return true;
	return false;
}

/* 0 to 51, or 52 for any other byte. */
static unsigned
letter_number(char c)
{
	if (c >= 'a' && c <= 'z')
		return (unsigned)(c - 'a');
	return sp_is_capital(c) ? (unsigned)(c - 'A' + 26) : 52;
}

/* Is there no old name that begins like this?  Most "&" in queries are none. */
static bool
is_never_old(const char *name)
{
	unsigned first = letter_number(name[0]);

	return first == 52 || !(sp_html_reference_starts[first] >>
				letter_number(name[1]) & 1);
}

static bool
is_reference_name(char c)
{
	return sp_is_letter(c) || sp_is_digit(c);
}

/* Most references by far. */
static const char *
read_common(const char *name, const char *end, char *out, size_t *size)
{
	size_t length = (size_t)(end - name);

	*size = 1;
	if (length >= 4 && !memcmp(name, "amp;", 4)) {
		*out = '&';
		return name + 4;
	}
	if (length >= 5 && !memcmp(name, "nbsp;", 5)) {
		memcpy(out, "\xC2\xA0", 2);
		*size = 2;
		return name + 5;
	}
	if (length >= 5 && !memcmp(name, "quot;", 5)) {
		*out = '"';
		return name + 5;
	}
	if (length >= 3 && !memcmp(name + 1, "t;", 2) &&
	    (*name == 'l' || *name == 'g')) {
		*out = *name == 'l' ? '<' : '>';
		return name + 3;
	}
	return NULL;
}

/* A name that begins at this place. */
static const char *
read_reference_name(const char *name, const char *end, bool attribute,
		    char *out, size_t *size)
{
	size_t length = 0, most = (size_t)(end - name);
	const char *common = read_common(name, end, out, size);

	if (common)
		return common;
	if (most > SP_HTML_REFERENCE_NAME_MAX + 1)
		most = SP_HTML_REFERENCE_NAME_MAX + 1;
	while (length < most && is_reference_name(name[length]))
		length++;
	if (length < most && name[length] == ';') {
		*size = put_name(name, length, out);
		if (*size)
			return name + length + 1;
	}
	if (length < 2 || is_never_old(name))
		return NULL;
	if (length > SP_HTML_REFERENCE_OLD_MAX)
		length = SP_HTML_REFERENCE_OLD_MAX;
	for (; length >= 2; length--) {
		const char *next = name + length;

		if (!is_old(name, length))
			continue;
		if (attribute && next < end &&
		    (*next == '=' || is_reference_name(*next)))
			return NULL;
		*size = put_name(name, length, out);
		return next;
	}
	return NULL;
}

size_t
sp_html_reference(const char *at, const char *end, bool attribute, char *out,
		  size_t *size)
{
	const char *inside = at + 1, *after;

	if (inside == end)
		return 0;
	after = *inside == '#' ?
			read_numeric(inside + 1, end, out, size) :
			read_reference_name(inside, end, attribute, out, size);
	return after ? (size_t)(after - at) : 0;
}

/* ---- values ------------------------------------------------------------- */

/* "&nLt;" stands for 6 bytes of UTF-8, and no reference grows more. */
uint64_t
sp_html_decoded_most(struct sp_span text)
{
	uint64_t most = (uint64_t)text.length + text.length / 5 + 1;

	if (text.length && memchr(text.text, '\0', text.length))
		most += 2 * (uint64_t)text.length;
	return most;
}

size_t
sp_html_decode_value(struct sp_span value, char *out)
{
	const char *at = value.text, *end = at + value.length;
	char *to = out;

	while (at < end) {
		size_t size, bytes;

		if (*at == '&') {
			bytes = sp_html_reference(at, end, true, to, &size);
			if (bytes) {
				at += bytes;
				to += size;
				continue;
			}
		} else if (*at == '\r') {
			*to++ = '\n';
			at += 1 + (at + 1 < end && at[1] == '\n');
			continue;
		} else if (!*at) {
			to += sp_utf8_put(to, REPLACEMENT);
			at++;
			continue;
		}
		*to++ = *at++;
	}
	return (size_t)(to - out);
}
