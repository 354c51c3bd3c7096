/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include "base/bytes.h"

#include <stdbool.h>

/*
 * The second byte tells whether a spelling is too long, a surrogate or above
 * U+10FFFF: the first byte narrows the range that it may be in, and all later
 * bytes have the whole range.  So an error shows at the first byte that cannot
 * go on, which is what the Encoding Standard counts as one U+FFFD.
 */
size_t
sp_utf8_size(struct sp_span text, size_t *bad)
{
	const uint8_t *bytes = (const uint8_t *)text.text;
	uint8_t lead = bytes[0], low = 0x80, high = 0xBF;
	size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;

	*bad = 1;
	if (lead < 0x80)
		return 1;
	if (lead < 0xC2 || lead > 0xF4)
		return 0;
	if (lead == 0xE0)
		low = 0xA0;
	else if (lead == 0xED)
		high = 0x9F;
	else if (lead == 0xF0)
		low = 0x90;
	else if (lead == 0xF4)
		high = 0x8F;
	for (size_t i = 1; i < length; i++) {
		if (i == text.length || bytes[i] < low || bytes[i] > high) {
			*bad = i;
			return 0;
		}
		low = 0x80;
		high = 0xBF;
	}
	return length;
}

size_t
sp_utf8_get(struct sp_span text, uint32_t *code)
{
	size_t bad, size = text.length ? sp_utf8_size(text, &bad) : 0;

	if (!size)
		return 0;
	*code = (uint8_t)text.text[0];
	/* The first byte of n begins with n ones and a zero. */
	if (size > 1)
		*code &= 0x7FU >> size;
	for (size_t i = 1; i < size; i++)
		*code = *code << 6 | ((uint8_t)text.text[i] & 0x3F);
	return size;
}

size_t
sp_utf8_put(char *out, uint32_t code)
{
	size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 :
		      code < 0x10000 ? 3 : 4;

	if (size == 1) {
		*out = (char)code;
		return 1;
	}
	for (size_t i = size - 1; i; i--, code >>= 6)
		out[i] = (char)(0x80 | (code & 0x3F));
	*out = (char)(0xF00U >> size | code);
	return size;
}

static bool
is_trail(uint8_t byte)
{
	return (byte & 0xC0) == 0x80;
}

/*
 * The size of a character of two or three bytes whose second byte has the whole
 * range, as nearly all have that are not ASCII; 0: another one, or an error.
 */
static inline size_t
usual_size(const uint8_t *at, const uint8_t *end)
{
	if (end - at >= 3 && is_trail(at[1])) {
		if (*at >= 0xC2 && *at < 0xE0)
			return 2;
		if (*at > 0xE0 && *at < 0xF0 && *at != 0xED &&
		    is_trail(at[2]))
			return 3;
	}
	return 0;
}

/*
 * Texts have long runs of ASCII, of which eight bytes are looked at at a time,
 * or long runs of other characters.
 */
size_t
sp_utf8_valid(struct sp_span text)
{
	const uint8_t *at = (const uint8_t *)text.text, *end;
	size_t bad, size = 1;

	if (!text.length) /* its text may be NULL, and NULL + 0 is undefined */
		return 0;
	end = at + text.length;
	while (at < end && size) {
		while (end - at >= 8 &&
		       !(sp_load64(at) & UINT64_C(0x8080808080808080)))
			at += 8;
		while (at < end && *at < 0x80)
			at++;
		while (at < end && *at >= 0x80 && size) {
			size = usual_size(at, end);
			if (!size)
				size = sp_utf8_size((struct sp_span){
					(const char *)at, (size_t)(end - at)
				}, &bad);
			at += size;
		}
	}
	return text.length - (size_t)(end - at);
}
