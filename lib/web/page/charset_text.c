/* SPDX-License-Identifier: MIT */
#include "web/page/charset.h"

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "web/page/charset_table.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>

#define REPLACEMENT 0xFFFD

/* ---- UTF-8 -------------------------------------------------------------- */

/*
 * Returns the bytes of the character at text, or 0 if there is none; then *bad
 * are the bytes that one U+FFFD stands for: the longest start of a character,
 * or one byte.
 */
static size_t
character(const uint8_t *text, size_t size, size_t *bad)
{
	uint8_t lead = text[0], low = 0x80, high = 0xBF;
	size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;

	*bad = 1;
	if (lead < 0x80)
		return 1;
	if (lead < 0xC2 || lead > 0xF4)
		return 0;
	/* No long spellings, no surrogates, nothing above U+10FFFF. */
	if (lead == 0xE0)
		low = 0xA0;
	else if (lead == 0xED)
		high = 0x9F;
	else if (lead == 0xF0)
		low = 0x90;
	else if (lead == 0xF4)
		high = 0x8F;
	for (size_t i = 1; i < length; i++) {
		if (i == size || text[i] < low || text[i] > high) {
			*bad = i;
			return 0;
		}
		low = 0x80;
		high = 0xBF;
	}
	return length;
}

size_t
sp_charset_valid(struct sp_span text)
{
	const uint8_t *bytes = (const uint8_t *)text.text;
	size_t at = 0, length, bad;

	while (at < text.length) {
		if (text.length - at >= 8 &&
		    !(sp_load64(bytes + at) & UINT64_C(0x8080808080808080))) {
			at += 8;
			continue;
		}
		length = character(bytes + at, text.length - at, &bad);
		if (!length)
			break;
		at += length;
	}
	return at;
}

static size_t
charset_text_put_character(char *out, uint32_t code)
{
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (char)(0xC0 | code >> 6);
		out[1] = (char)(0x80 | (code & 0x3F));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (char)(0xE0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 0x3F));
		out[2] = (char)(0x80 | (code & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | code >> 18);
	out[1] = (char)(0x80 | (code >> 12 & 0x3F));
	out[2] = (char)(0x80 | (code >> 6 & 0x3F));
	out[3] = (char)(0x80 | (code & 0x3F));
	return 4;
}

/* ---- the buffer --------------------------------------------------------- */

static enum sp_status
charset_text_make_room(struct sp_charset_text *text, size_t more,
		       struct sp_error *err)
{
	if (!sp_grow(&text->buffer, &text->capacity,
		     text->utf8.length + (uint64_t)more))
		return sp_no_memory(err, "the text of a page");
	text->utf8.text = text->buffer;
	return SP_OK;
}

/* Appends a character, for which there is room. */
static void
add(struct sp_charset_text *text, uint32_t code)
{
	text->utf8.length += charset_text_put_character(
		text->buffer + text->utf8.length, code);
}

static void
add_wrong(struct sp_charset_text *text)
{
	add(text, REPLACEMENT);
	text->wrong++;
}

static void
add_bytes(struct sp_charset_text *text, const uint8_t *bytes, size_t size)
{
	memcpy(text->buffer + text->utf8.length, bytes, size);
	text->utf8.length += size;
}

void
sp_charset_text_free(struct sp_charset_text *text)
{
	free(text->buffer);
	*text = (struct sp_charset_text){ 0 };
}

/* ---- charsets without iconv --------------------------------------------- */

static enum sp_status
decode_utf8(struct sp_span page, struct sp_charset_text *text,
	    struct sp_error *err)
{
	const uint8_t *bytes = (const uint8_t *)page.text;
	size_t valid = sp_charset_valid(page), bad;
	enum sp_status status;

	if (valid == page.length) {
		text->utf8 = page;
		return SP_OK;
	}
	status = charset_text_make_room(text, 3 * page.length, err);
	if (status)
		return status;
	for (size_t at = 0; at < page.length; at += bad) {
		struct sp_span rest = { page.text + at, page.length - at };

		valid = sp_charset_valid(rest);
		add_bytes(text, bytes + at, valid);
		at += valid;
		if (at == page.length)
			break;
		character(bytes + at, page.length - at, &bad);
		add_wrong(text);
	}
	return SP_OK;
}

static uint32_t
utf16_unit(const uint8_t *bytes, bool big)
{
	return (uint32_t)(bytes[big] | bytes[!big] << 8);
}

static enum sp_status
decode_utf16(struct sp_span page, bool big, struct sp_charset_text *text,
	     struct sp_error *err)
{
	const uint8_t *bytes = (const uint8_t *)page.text;
	size_t units = page.length / 2;
	enum sp_status status =
		charset_text_make_room(text, 3 * units + 3, err);

	if (status)
		return status;
	for (size_t i = 0; i < units; i++) {
		uint32_t unit = utf16_unit(bytes + 2 * i, big);
		uint32_t next = 0;

		if (i + 1 < units)
			next = utf16_unit(bytes + 2 * i + 2, big);
		if (unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 &&
		    next < 0xE000) {
			add(text, 0x10000 + ((unit & 0x3FF) << 10) +
				  (next & 0x3FF));
			i++;
		} else if (unit >= 0xD800 && unit < 0xE000) {
			add_wrong(text);
		} else {
			add(text, unit);
		}
	}
	if (page.length % 2)
		add_wrong(text);
	return SP_OK;
}

/* Characters of one byte; those from 0x80 on are in the table. */
static enum sp_status
decode_table(struct sp_span page, const uint32_t table[128],
	     struct sp_charset_text *text, struct sp_error *err)
{
	const uint8_t *bytes = (const uint8_t *)page.text;
	enum sp_status status =
		charset_text_make_room(text, 3 * page.length, err);

	if (status)
		return status;
	for (size_t i = 0; i < page.length; i++) {
		uint32_t code = bytes[i];

		if (code >= 0x80)
			code = table[code - 0x80];
		add(text, code);
		text->wrong += code == REPLACEMENT;
	}
	return SP_OK;
}

static enum sp_status
decode_user_defined(struct sp_span page, struct sp_charset_text *text,
		    struct sp_error *err)
{
	uint32_t table[128];

	for (uint32_t i = 0; i < 128; i++)
		table[i] = 0xF780 + i;
	return decode_table(page, table, text, err);
}

static enum sp_status
decode_unknown(struct sp_span page, struct sp_charset_text *text,
	       struct sp_error *err)
{
	uint32_t table[128];

	for (uint32_t i = 0; i < 128; i++)
		table[i] = REPLACEMENT;
	text->unknown = true;
	return decode_table(page, table, text, err);
}

static enum sp_status
decode_nothing(struct sp_span page, struct sp_charset_text *text,
	       struct sp_error *err)
{
	enum sp_status status = charset_text_make_room(text, 3, err);

	if (!status && page.length)
		add_wrong(text);
	return status;
}

/* ---- charsets of iconv -------------------------------------------------- */

/* Where the standard has another character than iconv. */
static const struct {
	const char *name;
	uint32_t byte, code;
} others[] = {
	{ "macintosh", 0xC6, 0x2206 },
	{ "macintosh", 0xF0, 0xF8FF },
	{ "x-mac-cyrillic", 0xFF, 0x20AC },
};

/*
 * Bytes 0x80 to 0x9F that a charset of Windows leaves free are control
 * characters, as the standard has it.  iconv refuses them.
 */
static enum sp_status
decode_single(const struct sp_charset_row *row, iconv_t iconv_to,
	      struct sp_span page, struct sp_charset_text *text,
	      struct sp_error *err)
{
	bool windows = !strncmp(row->name, "windows-", strlen("windows-"));
	uint32_t table[128];

	for (uint32_t i = 0; i < 128; i++) {
		char byte = (char)(0x80 + i), *in = &byte;
		uint8_t code[8];
		char *out = (char *)code;
		size_t in_size = 1, out_size = sizeof(code);

		iconv(iconv_to, NULL, NULL, NULL, NULL);
		/*
		 * A letter that an accent may follow is held back until the
		 * second call asks for it.
		 */
		if (iconv(iconv_to, &in, &in_size, &out, &out_size) !=
			    (size_t)-1 &&
		    iconv(iconv_to, NULL, NULL, &out, &out_size) !=
			    (size_t)-1 && out_size == sizeof(code) - 4)
			table[i] = sp_load32(code);
		else
			table[i] = windows && i < 0x20 ? 0x80 + i : REPLACEMENT;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (!strcmp(row->name, others[i].name))
			table[others[i].byte - 0x80] = others[i].code;
	return decode_table(page, table, text, err);
}

/* How many bytes one U+FFFD stands for, where iconv found no character. */
static size_t
wrong_bytes(enum sp_charset_form form, const char *in, size_t size)
{
	/* A pair without meaning is one error, unless half is ASCII. */
	if (form == SP_CHARSET_DOUBLE && size > 1 && (in[0] & 0x80) &&
	    (in[1] & 0x80))
		return 2;
	return 1;
}

static enum sp_status
decode_by_iconv(const struct sp_charset_row *row, iconv_t iconv_to,
		struct sp_span page, struct sp_charset_text *text,
		struct sp_error *err)
{
	const size_t failed = (size_t)-1;
	char *in = (char *)page.text;
	size_t size = page.length;

	for (;;) {
		enum sp_status status =
			charset_text_make_room(text, size + size / 2 + 64, err);
		size_t room, wrong;
		char *out;
		bool done;

		if (status)
			return status;
		/* Some room is left for a U+FFFD. */
		room = (size_t)(text->capacity - text->utf8.length) - 4;
		out = text->buffer + text->utf8.length;
		/* The second call brings out a letter that was held back. */
		done = iconv(iconv_to, &in, &size, &out, &room) != failed &&
		       iconv(iconv_to, NULL, NULL, &out, &room) != failed;
		text->utf8.length = (size_t)(out - text->buffer);
		if (done)
			break;
		if (errno == E2BIG)
			continue;
		wrong = errno == EINVAL ? size :
					  wrong_bytes(row->form, in, size);
		in += wrong;
		size -= wrong;
		add_wrong(text);
	}
	return SP_OK;
}

static enum sp_status
decode_foreign(const struct sp_charset_row *row, struct sp_span page,
	       struct sp_charset_text *text, struct sp_error *err)
{
	bool single = row->form == SP_CHARSET_SINGLE;
	iconv_t iconv_to = iconv_open(single ? "UTF-32LE" : "UTF-8",
				      row->iconv);
	enum sp_status status;

	if (iconv_to == (iconv_t)-1) {
		if (errno == ENOMEM)
			return sp_no_memory(err, "the charset of a page");
		return decode_unknown(page, text, err);
	}
	status = single ? decode_single(row, iconv_to, page, text, err) :
			  decode_by_iconv(row, iconv_to, page, text, err);
	iconv_close(iconv_to);
	return status;
}

/* ---- all charsets ------------------------------------------------------- */

static void
skip_mark(struct sp_span *page, const char *mark, size_t length)
{
	if (page->length < length || memcmp(page->text, mark, length))
		return;
	page->text += length;
	page->length -= length;
}

enum sp_status
sp_charset_decode(const char *name, struct sp_span page,
		  struct sp_charset_text *text, struct sp_error *err)
{
	const struct sp_charset_row *row = sp_charset_of_name(name);

	text->utf8 = (struct sp_span){ "", 0 };
	text->wrong = 0;
	text->unknown = false;
	if (!page.length)
		return SP_OK;
	switch (row->form) {
	case SP_CHARSET_UTF8:
		skip_mark(&page, "\xEF\xBB\xBF", 3);
		return decode_utf8(page, text, err);
	case SP_CHARSET_UTF16LE:
		skip_mark(&page, "\xFF\xFE", 2);
		return decode_utf16(page, false, text, err);
	case SP_CHARSET_UTF16BE:
		skip_mark(&page, "\xFE\xFF", 2);
		return decode_utf16(page, true, text, err);
	case SP_CHARSET_USER:
		return decode_user_defined(page, text, err);
	case SP_CHARSET_NOTHING:
		return decode_nothing(page, text, err);
	case SP_CHARSET_SINGLE:
	case SP_CHARSET_DOUBLE:
	case SP_CHARSET_STATES:
		break;
	}
	/* Most pages are ASCII, whatever they say. */
	if (row->form != SP_CHARSET_STATES && sp_is_ascii(page)) {
		text->utf8 = page;
		return SP_OK;
	}
	return decode_foreign(row, page, text, err);
}
