/* SPDX-License-Identifier: MIT */
/*
 * Escapes of paths and queries.  The sets of characters that are escaped are
 * those of the URL standard: its path and its special-query percent-encode
 * sets.  One table says what is to be done about each byte, so that the loops
 * over a URL test one bit a byte; most bytes need nothing and are copied.
 *
 * %XX in the input is normalised: unreserved characters are written as they
 * are, the others with capital digits.  That must not make a new escape, as in
 * "%4%31", where undoing %31 would give "%41", and the normal form of the
 * normal form would be another URL; completes_escape() prevents that.
 *
 * Room for three times the bytes is made before each loop, so that the loop
 * need not check.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "web/page/url_parts.h"

#include "web/page/charset.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>

const uint8_t sp_url_bytes[256] = {
	[0x00 ... 0x20] = SP_URL_IN_PATH | SP_URL_IN_QUERY,
	['"'] = SP_URL_IN_PATH | SP_URL_IN_QUERY,
	['#'] = SP_URL_IN_PATH | SP_URL_IN_QUERY,
	['%'] = SP_URL_IN_PATH | SP_URL_IN_QUERY,
	['\''] = SP_URL_IN_QUERY,
	['-'] = SP_URL_UNRESERVED | SP_URL_IN_HOST,
	['.'] = SP_URL_UNRESERVED,
	['0' ... '9'] = SP_URL_UNRESERVED | SP_URL_IN_HOST,
	['<'] = SP_URL_IN_PATH | SP_URL_IN_QUERY,
	['>'] = SP_URL_IN_PATH | SP_URL_IN_QUERY,
	['?'] = SP_URL_IN_PATH,
	['A' ... 'Z'] = SP_URL_UNRESERVED,
	['\\'] = SP_URL_IN_PATH,
	['^'] = SP_URL_IN_PATH,
	['_'] = SP_URL_UNRESERVED | SP_URL_IN_HOST,
	['`'] = SP_URL_IN_PATH,
	['a' ... 'z'] = SP_URL_UNRESERVED | SP_URL_IN_HOST,
	['{'] = SP_URL_IN_PATH,
	['}'] = SP_URL_IN_PATH,
	['~'] = SP_URL_UNRESERVED,
	[0x7f ... 0xff] = SP_URL_IN_PATH | SP_URL_IN_QUERY,
};

#define ESCAPE_SIZE 3 /* %XX */

static char *
put_escape(char *to, unsigned byte)
{
	static const char digits[16] = "0123456789ABCDEF";

	*to++ = '%';
	*to++ = digits[byte >> 4];
	*to++ = digits[byte & 15];
	return to;
}

/*
 * Would a hexadecimal digit at to complete "%" or "%4", which are no escapes,
 * to one?  Then it must stay escaped: "%4%31" is not "%41".
 */
static bool
completes_escape(const char *start, const char *to)
{
	return (to > start && to[-1] == '%') ||
	       (to > start + 1 && to[-2] == '%' && sp_hex_value(to[-1]) >= 0);
}

/*
 * Writes what begins with "%" at *at; moves *at past it. start is the beginning
 * of all that was written: a digit may complete an escape that began before
 * this piece of text.
 */
static char *
put_percent(char *start, char *to, const char **at, const char *end)
{
	const char *text = *at;
	int high = end - text < ESCAPE_SIZE ? -1 : sp_hex_value(text[1]);
	int low = high < 0 ? -1 : sp_hex_value(text[2]);
	unsigned byte;

	if (low < 0) {
		/* Browsers send it as it is. */
		*to++ = '%';
		*at = text + 1;
		return to;
	}
	*at = text + ESCAPE_SIZE;
	byte = (unsigned)(high << 4 | low);
	if (!(sp_url_bytes[byte] & SP_URL_UNRESERVED) ||
	    (sp_hex_value((char)byte) >= 0 && completes_escape(start, to)))
		return put_escape(to, byte);
	*to++ = (char)byte;
	return to;
}

bool
sp_url_add_path(struct sp_url_text *out, const char *path, size_t length)
{
	const char *at = path, *end = path + length;
	char *to;

	if (!sp_url_room(out, (uint64_t)length * ESCAPE_SIZE))
		return false;
	to = out->bytes + out->length;
	while (at < end) {
		unsigned char byte = (unsigned char)*at;

		if (!(sp_url_bytes[byte] & SP_URL_IN_PATH)) {
			*to++ = *at++;
		} else if (byte == '%') {
			to = put_percent(out->bytes, to, &at, end);
		} else {
			if (byte == '\\')
				*to++ = '/';
			else
				to = put_escape(to, byte);
			at++;
		}
	}
	out->length = (uint64_t)(to - out->bytes);
	return true;
}

/* ---- queries in other charsets ---------------------------------------- */

void
sp_url_coder_free(struct sp_url_coder *coder)
{
	if (*coder->name)
		iconv_close(coder->handle);
	*coder->name = '\0';
}

/*
 * The name that iconv has for a charset in which queries are written; "" for
 * UTF-8.  Queries are those that a browser would send, so labels are those of
 * the Encoding Standard: "latin1" is windows-1252, EUC-KR is CP949.
 */
static const char *
name_for_iconv(const char *charset)
{
	struct sp_span label = { charset, charset ? strlen(charset) : 0 };
	const char *known = charset ? sp_charset_of(label) : NULL;
	const char *name = known ? sp_charset_iconv(known) : NULL;

	/* The standard has queries of pages in UTF-16 in UTF-8. */
	return !name || !strncasecmp(name, "utf", 3) ||
			       strlen(name) >= SP_URL_CHARSET ? "" : name;
}

/*
 * The links of a page come together, so the handle stays open from one to the
 * next.
 */
static bool
open_coder(struct sp_url_coder *coder)
{
	const char *name = name_for_iconv(coder->wanted);
	iconv_t handle;

	if (!strcmp(name, coder->name))
		return true;
	sp_url_coder_free(coder);
	if (!*name)
		return true;
	handle = iconv_open(name, "UTF-8");
	/* The form of a charset that nobody knows would be a guess. */
	if (handle == (iconv_t)-1)
		return errno != ENOMEM;
	coder->handle = handle;
	memcpy(coder->name, name, strlen(name) + 1);
	return true;
}

/* Bytes of a character in any charset, with what switches to it and back. */
#define CODED_MAX 32

/*
 * What iconv() writes for the character, or at its end for a length of 0.
 * Characters go to iconv one by one: only so is it known which one it cannot
 * write.  That of musl writes "*" and counts it, instead of failing.
 */
static bool
add_coded(struct sp_url_text *out, struct sp_url_coder *coder,
	  const char *text, size_t length, uint32_t code)
{
	char coded[CODED_MAX], *end = coded, *to;
	char *from = (char *)(uintptr_t)text;
	size_t room = sizeof(coded);

	if (!sp_url_room(out, CODED_MAX * ESCAPE_SIZE))
		return false;
	to = out->bytes + out->length;
	if (iconv(coder->handle, length ? &from : NULL, &length, &end,
		  &room)) {
		/* As browsers do it: a character reference, escaped. */
		to += snprintf(to, CODED_MAX, "%%26%%23%u%%3B",
			       (unsigned)code);
		end = coded;
	}
	for (const char *c = coded; c < end; c++)
		if (sp_url_bytes[(unsigned char)*c] & SP_URL_IN_QUERY)
			to = put_escape(to, (unsigned char)*c);
		else
			*to++ = *c;
	out->length = (uint64_t)(to - out->bytes);
	return true;
}

/*
 * Appends bytes above ASCII.  Those that are not UTF-8 are escaped as they are,
 * in any charset.
 */
static bool
add_foreign(struct sp_url_text *out, struct sp_url_coder *coder,
	    const char *at, const char *end)
{
	if (!sp_url_room(out, (uint64_t)(end - at) * ESCAPE_SIZE))
		return false;
	if (!open_coder(coder))
		return false;
	while (at < end) {
		struct sp_span rest = { at, (size_t)(end - at) };
		uint32_t code = 0;
		size_t length = *coder->name ? sp_utf8_get(rest, &code) : 0;

		if (length) {
			if (!add_coded(out, coder, at, length, code))
				return false;
			at += length;
			continue;
		}
		/*
		 * What add_coded() wrote may have used the room that was made
		 * above: a character reference is longer than the three bytes
		 * for each of these.
		 */
		if (!sp_url_room(out, ESCAPE_SIZE))
			return false;
		put_escape(out->bytes + out->length, (unsigned char)*at++);
		out->length += ESCAPE_SIZE;
	}
	/* ISO-2022-JP goes back to ASCII. */
	return !*coder->name || add_coded(out, coder, NULL, 0, 0);
}

/* Takes ASCII and runs of other bytes in turns. */
bool
sp_url_add_query(struct sp_url_text *out, struct sp_url_coder *coder,
		 const char *query, size_t length)
{
	const char *at = query, *end = query + length;

	while (at < end) {
		const char *stop = at;
		char *to;

		while (stop < end && (unsigned char)*stop < 0x80)
			stop++;
		if (!sp_url_room(out, (uint64_t)(stop - at) * ESCAPE_SIZE))
			return false;
		to = out->bytes + out->length;
		while (at < stop)
			if (!(sp_url_bytes[(unsigned char)*at] &
			      SP_URL_IN_QUERY))
				*to++ = *at++;
			else if (*at == '%')
				to = put_percent(out->bytes, to, &at, stop);
			else
				to = put_escape(to, (unsigned char)*at++);
		out->length = (uint64_t)(to - out->bytes);
		while (stop < end && (unsigned char)*stop >= 0x80)
			stop++;
		if (at < stop && !add_foreign(out, coder, at, stop))
			return false;
		at = stop;
	}
	return true;
}
