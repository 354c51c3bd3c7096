/* SPDX-License-Identifier: MIT */
/*
 * How bytes from strangers are shown.  Names of pages are whatever a crawler
 * found: controls that a terminal obeys, bytes that are no UTF-8, characters
 * that turn the direction of a line or cannot be seen, cells that a spreadsheet
 * takes for formulas.  Each kind of output gets the form that its readers turn
 * back: \xHH in messages, backslashes in cells of tables, \uHHHH in JSON,
 * references in XML.
 *
 * All of them step from character to character by printable_size(), which knows
 * what is valid; what it refuses is escaped byte by byte, so that a damaged
 * character never swallows its valid neighbours.  With --safe-text also valid
 * characters that mislead a reader are escaped.
 *
 * Escapes are written straight to the output, whose size the caller made for
 * the longest escape of the format (see text.h).  Only sp_mask() has a limit:
 * its texts go into messages of fixed size.
 */
#include "base/text.h"

#include <stdint.h>
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

/* Decodes a character of `size` bytes, valid by printable_size(). */
static uint32_t
decode(const unsigned char *text, size_t size)
{
	uint32_t character = size == 1 ? text[0] : text[0] & (0x7fu >> size);

	for (size_t i = 1; i < size; i++)
		character = character << 6 | (text[i] & 0x3fu);
	return character;
}

struct range {
	uint32_t first, last;
};

static bool
is_in_ranges(uint32_t character, const struct range *ranges, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (character >= ranges[i].first && character <= ranges[i].last)
			return true;
	return false;
}

/*
 * Is this character of `size` bytes invisible, or a change of direction?
 *
 * Soft hyphens, joiners and marks of direction, line and paragraph separators,
 * noncharacters, tags.  A table of ranges, since few characters of names are
 * beyond ASCII and get this far.
 */
static bool
text_is_hidden(const unsigned char *text, size_t size)
{
	static const struct range ranges[] = {
		{ 0xad, 0xad }, { 0x61c, 0x61c }, { 0x180e, 0x180e },
		{ 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f },
		{ 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xfffe, 0xffff },
		{ 0xe0000, 0xe007f }
	};

	return size > 1 && is_in_ranges(decode(text, size), ranges,
					sizeof(ranges) / sizeof(ranges[0]));
}

/* Is it a blank of Unicode (White_Space), that is shown as it is? */
static bool
is_blank(const unsigned char *text, size_t size)
{
	static const struct range ranges[] = {
		{ 0x20, 0x20 }, { 0xa0, 0xa0 }, { 0x1680, 0x1680 },
		{ 0x2000, 0x200a }, { 0x202f, 0x202f }, { 0x205f, 0x205f },
		{ 0x3000, 0x3000 }
	};

	return size && is_in_ranges(decode(text, size), ranges,
				    sizeof(ranges) / sizeof(ranges[0]));
}

/* The same as printable_size(), with 0 for hidden characters if safe. */
static size_t
shown_size(const unsigned char *text, size_t length, bool safe)
{
	size_t size = printable_size(text, length);

	return safe && text_is_hidden(text, size) ? 0 : size;
}

/*
 * Does a spreadsheet take a cell that begins with this for a formula?
 *
 * Also the wide forms of the signs, which some spreadsheets take for the narrow
 * ones, and a quotation mark, behind which a formula can hide.
 */
static bool
is_formula(const unsigned char *text, size_t size)
{
	static const char starts[] = "=+-@\"", wide[] = "\x9d\x8b\x8d\xa0";

	if (size == 1)
		return memchr(starts, text[0], 5);
	return size == 3 && text[0] == 0xef && text[1] == 0xbc &&
	       memchr(wide, text[2], 4);
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

/*
 * Writes the character at text, as it is if it has step bytes, or its first
 * byte as \xHH if step is 0.  Returns how many bytes were written; *i is the
 * number of those read so far.
 */
static size_t
mask_character(char *out, const char *text, size_t step, size_t *i)
{
	*i += step ? step : 1;
	if (!step)
		return escape_byte(out, (unsigned char)*text);
	memcpy(out, text, step);
	return step;
}

bool
sp_has_control(const char *text, size_t length)
{
	const unsigned char *at = (const unsigned char *)text;

	for (size_t i = 0; i < length; i++)
		if (at[i] < ' ' || at[i] == 0x7f || is_c1(at + i, length - i))
			return true;
	return false;
}

size_t
sp_mask(char *out, size_t size, const char *text, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length;) {
		const unsigned char *at = (const unsigned char *)text + i;
		size_t step = shown_size(at, length - i, true);

		/* A character that does not fit whole is left out. */
		if (used + (step ? step : 4) >= size)
			break;
		used += mask_character(out + used, text + i, step, &i);
	}
	out[used] = '\0';
	return used;
}

size_t
sp_mask_lines(char *out, const char *text, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length;) {
		const unsigned char *at = (const unsigned char *)text + i;
		bool kept = *at == '\t' || *at == '\n';
		size_t step = kept ? 1 : shown_size(at, length - i, true);

		used += mask_character(out + used, text + i, step, &i);
	}
	return used;
}

/*
 * How many bytes stay as they are in a cell, wherever they are but first?
 *
 * Nearly all bytes of nearly all names are such ones, and are copied in one
 * piece.  Separators end a run because after them a cell of some readers begins
 * anew.
 */
static size_t
plain_run(const char *text, size_t length)
{
	size_t run = 0;

	while (run < length && (unsigned char)(text[run] - ' ') < 0x5f &&
	       text[run] != '\\' && text[run] != ',' && text[run] != ';')
		run++;
	return run;
}

/*
 * fresh is NULL, or see sp_safe_cell().
 *
 * A formula can only begin a cell; `fresh` says whether one begins, also across
 * several calls that make one cell, and blanks do not end that, since
 * spreadsheets skip them: those of ASCII do, and which others they skip differs
 * from one to the next.
 */
static size_t
escape_cell(char *out, const char *text, size_t length, bool *fresh)
{
	static const char special[] = "\t\n\r\\", letters[] = "tnr\\";
	size_t used = 0;

	for (size_t i = 0; i < length;) {
		const unsigned char *at = (const unsigned char *)text + i;
		size_t run = fresh && *fresh ? 0 : plain_run(text + i,
							     length - i);
		const char *found;
		size_t step;
		bool formula;

		if (run) {
			memcpy(out + used, text + i, run);
			used += run;
			i += run;
			continue;
		}
		found = memchr(special, text[i], 4);
		step = shown_size(at, length - i, fresh);
		formula = fresh && *fresh && is_formula(at, step);
		if (found) {
			out[used++] = '\\';
			out[used++] = letters[found - special];
			i++;
		} else if (step && !formula) {
			memcpy(out + used, text + i, step);
			used += step;
			i += step;
		} else {
			/* Of a wide character, the rest is no character. */
			used += escape_byte(out + used, *at);
			i++;
		}
		if (fresh && !is_blank(at, step))
			*fresh = *at == ',' || *at == ';';
	}
	return used;
}

size_t
sp_escape_cell(char *out, const char *text, size_t length)
{
	return escape_cell(out, text, length, NULL);
}

size_t
sp_safe_cell(char *out, const char *text, size_t length, bool *fresh)
{
	return escape_cell(out, text, length, fresh);
}

/* Writes \uHHHH and returns its length. */
static size_t
escape_unit(char *out, uint32_t unit)
{
	char hex[4];

	memcpy(out, "\\u", 2);
	escape_byte(hex, (unsigned char)(unit >> 8));
	memcpy(out + 2, hex + 2, 2);
	escape_byte(hex, (unsigned char)unit);
	memcpy(out + 4, hex + 2, 2);
	return 6;
}

/*
 * What JSON does not show, of length bytes; adds those that were taken to
 * *taken, and returns the length.  JSON has no escape for a byte, only for
 * U+00HH, and of a character beyond 16 bits it escapes the two units of UTF-16.
 */
static size_t
escape_json_unit(char *out, const unsigned char *text, size_t length,
		 size_t *taken)
{
	size_t size = printable_size(text, length);
	uint32_t character;

	/* C1 is U+00HH, though it has two bytes. */
	if (!size && is_c1(text, length))
		size = 2;
	character = size ? decode(text, size) : text[0];
	*taken += size ? size : 1;
	if (character < 0x10000)
		return escape_unit(out, character);
	character -= 0x10000;
	escape_unit(out, 0xd800 + (character >> 10));
	escape_unit(out + 6, 0xdc00 + (character & 0x3ff));
	return 12;
}

size_t
sp_escape_json(char *out, const char *text, size_t length, bool safe)
{
	size_t used = 0;

	for (size_t i = 0; i < length;) {
		const unsigned char *at = (const unsigned char *)text + i;
		size_t step = shown_size(at, length - i, safe);

		/* Both are printable, so the character itself follows below. */
		if (*at == '"' || *at == '\\')
			out[used++] = '\\';
		if (step) {
			memcpy(out + used, text + i, step);
			used += step;
			i += step;
		} else {
			used += escape_json_unit(out + used, at, length - i,
						 &i);
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

/*
 * Writes the character of size bytes as &#xH..; and returns its length.
 *
 * Hidden characters are references, not percent signs: an XML reader shows
 * neither, but gives a program the character that was there.
 */
static size_t
xml_reference(char *out, const unsigned char *text, size_t size)
{
	uint32_t character = decode(text, size);
	size_t used;

	memcpy(out, "&#x", 3);
	used = 3;
	/* At most five digits, of which no leading zeros are written. */
	for (int shift = 16; shift >= 0; shift -= 4)
		if (character >> shift || !shift)
			out[used++] = "0123456789ABCDEF"[character >> shift &
							 15];
	out[used++] = ';';
	return used;
}

/*
 * XML has no form at all for some characters, controls below blank and two
 * noncharacters among them: not even as references.  Those become %HH, as they
 * would in a URL.  Tabs and newlines are references, because in an attribute a
 * reader turns plain ones into blanks.
 */
size_t
sp_escape_xml(char *out, const char *text, size_t length, bool safe)
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
		} else if (safe && text_is_hidden(at, step)) {
			used += xml_reference(out + used, at, step);
			i += step - 1;
		} else {
			memcpy(out + used, at, step);
			used += step;
			i += step - 1;
		}
	}
	return used;
}

/*
 * Where a long text can be cut for escaping piece by piece: not inside a
 * character, which would be escaped as if damaged.  Three bytes back is the
 * farthest that the start of a valid one can be.
 */
size_t
sp_text_piece(const char *text, size_t length, size_t most)
{
	size_t piece = length < most ? length : most;

	while (piece < length && piece > most - 3 &&
	       ((unsigned char)text[piece] & 0xc0) == 0x80)
		piece--;
	return piece;
}
