/* SPDX-License-Identifier: MIT */
/*
 * A page as UTF-8.  UTF-8, UTF-16 and charsets of one byte a character are
 * decoded here: for the latter, iconv is asked for the 128 characters above
 * ASCII, and pages go through that table until one has another charset.  Only
 * charsets of several bytes go through iconv as texts.
 *
 * iconv is not the Encoding Standard.  What differs is put right: names of
 * supersets (charset_table.c), control characters that the charsets of Windows
 * leave free, three characters of the Macintosh, and how many bytes one error
 * takes.  What is wrong in a page becomes U+FFFD and is counted; nothing is
 * refused.
 *
 * Most pages are UTF-8 or ASCII already: they are only read, and the result is
 * the page itself.
 *
 * Room: a byte of a page gives at most three bytes of UTF-8 here, for which
 * room is made at once.  Texts from iconv get room as they grow.
 */
#include "web/page/charset.h"

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "web/page/charset_table.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>

#define REPLACEMENT 0xFFFD

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
	text->utf8.length += sp_utf8_put(
		text->buffer + text->utf8.length, code);
}

static void
add_wrong(struct sp_charset_text *text)
{
	add(text, REPLACEMENT);
	text->wrong++;
}

static void
add_bytes(struct sp_charset_text *text, const char *bytes, size_t size)
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

/*
 * Copies whole characters in runs, and writes one U+FFFD for each error between
 * them.
 */
static enum sp_status
decode_utf8(struct sp_span page, struct sp_charset_text *text,
	    struct sp_error *err)
{
	size_t valid = sp_utf8_valid(page), bad;

	if (valid == page.length) {
		text->utf8 = page;
		return SP_OK;
	}
	if (charset_text_make_room(text, 3 * page.length, err))
		return err->status;
	for (;;) {
		add_bytes(text, page.text, valid);
		sp_span_cut(&page, valid);
		if (!page.length)
			return SP_OK;
		(void)sp_utf8_size(page, &bad);
		sp_span_cut(&page, bad);
		add_wrong(text);
		valid = sp_utf8_valid(page);
	}
}

static uint32_t
utf16_unit(const uint8_t *bytes, bool big)
{
	return (uint32_t)(bytes[big] | bytes[!big] << 8);
}

/*
 * Two halves of a pair make one character; a half alone is an error, and so is
 * an odd byte.  Three bytes a unit are enough room, since the two units of a
 * pair take four.
 */
static enum sp_status
decode_utf16(struct sp_span page, bool big, struct sp_charset_text *text,
	     struct sp_error *err)
{
	const uint8_t *bytes = (const uint8_t *)page.text;
	size_t units = page.length / 2;

	if (charset_text_make_room(text, 3 * units + 3, err))
		return err->status;
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

/* The byte stands for this character, which is below U+10000. */
static void
set_high(struct sp_charset_text *text, uint32_t byte, uint32_t code)
{
	struct sp_charset_high *high = &text->high[byte - 0x80];
	char bytes[4] = { 0 };

	high->size = (uint8_t)sp_utf8_put(bytes, code);
	memcpy(high->bytes, bytes, sizeof(high->bytes));
}

/*
 * Characters of one byte; those from 0x80 on are in the table.  Three bytes
 * each are enough room.  Eight bytes of ASCII are copied at a time.
 */
static enum sp_status
decode_table(struct sp_span page, struct sp_charset_text *text,
	     struct sp_error *err)
{
	const uint8_t *at = (const uint8_t *)page.text, *end = at + page.length;
	char *to;

	if (charset_text_make_room(text, 3 * page.length, err))
		return err->status;
	to = text->buffer + text->utf8.length;
	while (at < end) {
		const struct sp_charset_high *high;

		if (end - at >= 8 &&
		    !(sp_load64(at) & UINT64_C(0x8080808080808080))) {
			memcpy(to, at, 8);
			to += 8;
			at += 8;
			continue;
		}
		if (*at < 0x80) {
			*to++ = (char)*at++;
			continue;
		}
		high = &text->high[*at++ - 0x80];
		memcpy(to, high->bytes, sizeof(high->bytes));
		to += high->size;
		text->wrong += !memcmp(high->bytes, "\xEF\xBF\xBD", 3);
	}
	text->utf8.length = (size_t)(to - text->buffer);
	return SP_OK;
}

/* The bytes from 0x80 on are these characters; all the first if step is 0. */
static enum sp_status
decode_range(struct sp_span page, uint32_t first, uint32_t step,
	     struct sp_charset_text *text, struct sp_error *err)
{
	for (uint32_t i = 0; i < 128; i++)
		set_high(text, 0x80 + i, first + step * i);
	text->high_of = NULL;
	return decode_table(page, text, err);
}

/* The standard has one U+FFFD for the whole of such a page. */
static enum sp_status
decode_nothing(struct sp_span page, struct sp_charset_text *text,
	       struct sp_error *err)
{
	if (charset_text_make_room(text, 3, err))
		return err->status;
	if (page.length)
		add_wrong(text);
	return SP_OK;
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
 * Asks iconv for the characters of all bytes from 0x80 on.  Bytes 0x80 to 0x9F
 * that a charset of Windows leaves free are control characters, as the standard
 * has it.  iconv refuses them.
 */
static void
set_table(const struct sp_charset_row *row, iconv_t iconv_to,
	  struct sp_charset_text *text)
{
	bool windows = !strncmp(row->name, "windows-", strlen("windows-"));

	for (uint32_t i = 0; i < 128; i++) {
		char byte = (char)(0x80 + i), *in = &byte;
		uint8_t code[8];
		char *out = (char *)code;
		size_t in_size = 1, out_size = sizeof(code);
		uint32_t wrong = windows && i < 0x20 ? 0x80 + i : REPLACEMENT;

		iconv(iconv_to, NULL, NULL, NULL, NULL);
		/*
		 * A letter that an accent may follow is held back until the
		 * second call asks for it.
		 */
		if (iconv(iconv_to, &in, &in_size, &out, &out_size) !=
			    (size_t)-1 &&
		    iconv(iconv_to, NULL, NULL, &out, &out_size) !=
			    (size_t)-1 && out_size == sizeof(code) - 4)
			set_high(text, 0x80 + i, sp_load32(code));
		else
			set_high(text, 0x80 + i, wrong);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (!strcmp(row->name, others[i].name))
			set_high(text, others[i].byte, others[i].code);
	text->high_of = row->name;
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

/*
 * Converts as far as iconv goes, then looks at why it stopped: no room, a
 * character that the end cuts, or bytes without meaning, of which each error
 * takes at least one, so that the loop ends.
 */
static enum sp_status
decode_by_iconv(const struct sp_charset_row *row, iconv_t iconv_to,
		struct sp_span page, struct sp_charset_text *text,
		struct sp_error *err)
{
	const size_t failed = (size_t)-1;
	char *in = (char *)page.text;
	size_t size = page.length;

	for (;;) {
		size_t room, wrong;
		char *out;
		bool done;

		if (charset_text_make_room(text, size + size / 2 + 64, err))
			return err->status;
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

/*
 * A charset that iconv lacks on this machine is no error: the ASCII of the page
 * is still read.  A lack of memory is one.  Pages of one site, and of a crawl,
 * have the same charset again and again: the table of the last one stays.
 */
static enum sp_status
decode_foreign(const struct sp_charset_row *row, struct sp_span page,
	       struct sp_charset_text *text, struct sp_error *err)
{
	bool single = row->form == SP_CHARSET_SINGLE;
	enum sp_status status = SP_OK;
	iconv_t iconv_to;

	if (single && text->high_of == row->name)
		return decode_table(page, text, err);
	iconv_to = iconv_open(single ? "UTF-32LE" : "UTF-8", row->iconv);
	if (iconv_to == (iconv_t)-1) {
		if (errno == ENOMEM)
			return sp_no_memory(err, "the charset of a page");
		text->unknown = true;
		return decode_range(page, REPLACEMENT, 0, text, err);
	}
	if (single)
		set_table(row, iconv_to, text);
	else
		status = decode_by_iconv(row, iconv_to, page, text, err);
	iconv_close(iconv_to);
	return single ? decode_table(page, text, err) : status;
}

/* ---- all charsets ------------------------------------------------------- */

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
		sp_span_take(&page, SP_SPAN("\xEF\xBB\xBF"));
		return decode_utf8(page, text, err);
	case SP_CHARSET_UTF16LE:
		sp_span_take(&page, SP_SPAN("\xFF\xFE"));
		return decode_utf16(page, false, text, err);
	case SP_CHARSET_UTF16BE:
		sp_span_take(&page, SP_SPAN("\xFE\xFF"));
		return decode_utf16(page, true, text, err);
	case SP_CHARSET_USER:
		return decode_range(page, 0xF780, 1, text, err);
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
