/* SPDX-License-Identifier: MIT */
#include "formats/seedlist/url.h"

#include "base/ascii.h"
#include "base/number.h"
#include "web/page/url.h"
#include "web/page/utf8.h"

/* ---- characters ------------------------------------------------------- */

/* Are the next eight bytes printable ASCII, as nearly all are? */
static bool
is_plain_word(const char *text)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t word;

	/* High bits: bytes below " ", bytes above 0x7f, bytes from DEL. */
	memcpy(&word, text, sizeof(word));
	return !(((word - ones * ' ') | word | (word + ones)) & ones * 0x80);
}

/* Returns why a text is not one that lines can hold, or NULL. */
static const char *
check_characters(struct sp_span text)
{
	uint32_t character;
	size_t size;

	for (; text.length; text.text += size, text.length -= size) {
		size = sizeof(uint64_t);
		if (text.length >= size && is_plain_word(text.text))
			continue;
		size = sp_utf8_get(text, &character);
		if (!size)
			return "is not UTF-8";
		if (character < ' ' || (character >= 0x7f && character < 0xa0))
			return "has a control character";
	}
	return NULL;
}

/* The place of the first byte that is in set, or the length. */
static size_t
find_any(struct sp_span text, const char *set)
{
	for (; *set && text.length; set++) {
		const char *found = memchr(text.text, *set, text.length);

		if (found)
			text.length = (size_t)(found - text.text);
	}
	return text.length;
}

static struct sp_span
seedlist_url_cut(struct sp_span text, size_t from, size_t to)
{
	return (struct sp_span){ text.text + from, to - from };
}

bool
sp_list_url_has_blank(const struct sp_list_url *url)
{
	return memchr(url->whole.text, ' ', url->whole.length);
}

/* ---- schemes ---------------------------------------------------------- */

/* Is this more like a host than like a scheme, "tel" or "about"? */
static bool
is_like_host(struct sp_span text)
{
	return memchr(text.text, '.', text.length) ||
	       sp_is_word(text, "localhost");
}

/*
 * The length of the scheme; 0 if there is none.  "www.example.org:8080/x" has
 * none: a host and a port.
 */
static size_t
find_scheme(struct sp_span name)
{
	size_t end = 0, digits;

	if (!name.length || !sp_is_letter(name.text[0]))
		return 0;
	while (end < name.length &&
	       (sp_is_letter(name.text[end]) || sp_is_digit(name.text[end]) ||
		strchr("+-.", name.text[end])))
		end++;
	if (end == name.length || name.text[end] != ':')
		return 0;
	for (digits = end + 1; digits < name.length; digits++)
		if (!sp_is_digit(name.text[digits]))
			break;
	if (digits > end + 1 && is_like_host(seedlist_url_cut(name, 0, end)) &&
	    (digits == name.length || strchr("/?#", name.text[digits])))
		return 0;
	return end;
}

/* A name without a scheme as a URL in room. */
static struct sp_span
with_scheme(struct sp_span name, enum sp_list_scheme scheme,
	    struct sp_line *room)
{
	size_t host = find_any(name, "/?#");

	room->length = 0;
	sp_line_add(room, scheme == SP_SCHEME_HTTP ? "http://" : "https://");
	sp_line_add_bytes(room, name.text, host);
	if (host == name.length || name.text[host] != '/')
		sp_line_add_bytes(room, "/", 1);
	sp_line_add_bytes(room, name.text + host, name.length - host);
	return (struct sp_span){ room->text, room->length };
}

/* ---- parts ------------------------------------------------------------ */

static const char *
check_port(struct sp_span port)
{
	uint64_t number;

	if (!port.length)
		return "has a colon without a port";
	if (!sp_parse_uint(port.text, port.length, &number) || !number ||
	    number > 65535)
		return "has a port that is not between 1 and 65535";
	return NULL;
}

static const char *
split_authority(struct sp_span text, struct sp_list_url *url,
		bool *short_of_memory)
{
	size_t at = text.length, colon;

	while (at && text.text[at - 1] != '@')
		at--;
	if (at) {
		url->user = seedlist_url_cut(text, 0, at - 1);
		text = seedlist_url_cut(text, at, text.length);
	}
	if (text.length && text.text[0] == '[') {
		colon = find_any(text, "]");
		if (colon == text.length)
			return "has an address without its closing bracket";
		colon++;
		if (colon < text.length && text.text[colon] != ':')
			return "has something after its address in brackets";
	} else {
		colon = find_any(text, ":");
	}
	url->host = seedlist_url_cut(text, 0, colon);
	if (!url->host.length)
		return "has no host";
	if (!sp_url_is_host(url->host, short_of_memory))
		return "has a host that is neither a name nor an address";
	url->ascii_host = sp_is_ascii(url->host);
	if (colon == text.length)
		return NULL;
	url->port = seedlist_url_cut(text, colon + 1, text.length);
	return check_port(url->port);
}

const char *
sp_list_url_split(struct sp_span name, enum sp_list_scheme scheme,
		  struct sp_line *room, struct sp_list_url *url)
{
	const char *reason = check_characters(name);
	struct sp_span rest;
	size_t end;

	*url = (struct sp_list_url){ .whole = name };
	if (reason)
		return reason;
	end = find_scheme(name);
	if (!end) {
		if (!scheme)
			return "has no scheme (--scheme https adds one)";
		url->whole = with_scheme(name, scheme, room);
		if (room->lost)
			return NULL;
		end = find_scheme(url->whole);
	}
	rest = url->whole;
	url->scheme = seedlist_url_cut(rest, 0, end);
	url->ftp = sp_is_word(url->scheme, "ftp");
	if (!url->ftp && !sp_is_word(url->scheme, "http") &&
	    !sp_is_word(url->scheme, "https"))
		return "is not a URL of http, https or ftp";
	if (rest.length < end + 3 || memcmp(rest.text + end, "://", 3))
		return "has no host";
	rest = seedlist_url_cut(rest, end + 3, rest.length);
	end = find_any(rest, "/?#");
	reason = split_authority(seedlist_url_cut(rest, 0, end), url,
				 &room->lost);
	rest = seedlist_url_cut(rest, end, rest.length);
	end = find_any(rest, "?#");
	url->path = seedlist_url_cut(rest, 0, end);
	rest = seedlist_url_cut(rest, end, rest.length);
	end = find_any(rest, "#");
	if (rest.length && rest.text[0] == '?')
		url->query = seedlist_url_cut(rest, 1, end);
	if (end < rest.length)
		url->fragment = seedlist_url_cut(rest, end + 1, rest.length);
	return reason;
}

/* ---- hosts ------------------------------------------------------------ */

bool
sp_list_host_is_ipv4(struct sp_span host)
{
	unsigned digits = 0, dots = 0;

	for (size_t i = 0; i < host.length; i++) {
		if (host.text[i] == '.' && digits) {
			dots++;
			digits = 0;
		} else if (!sp_is_digit(host.text[i]) || ++digits > 3) {
			return false;
		}
	}
	return dots == 3 && digits;
}
