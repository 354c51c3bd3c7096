/* SPDX-License-Identifier: MIT */
/*
 * The parts of a name as a URL, for lists.  The cuts are those of
 * web/page/url.h; the checks are stricter: a list must not have what a crawler
 * would skip or read as something else, so a name is never repaired here, but
 * refused with a reason that the user can act on.
 *
 * The checks are ordered by what they rest on: characters first, since all
 * later ones look at bytes.
 */
#include "formats/seedlist/url.h"

#include "base/ascii.h"
#include "base/number.h"
#include "base/utf8.h"
#include "web/page/url.h"

/* ---- characters ------------------------------------------------------- */

/*
 * Are the next eight bytes printable ASCII, as nearly all are?  A byte below "
 * " borrows, one above "~" has or gets its high bit; a borrow or carry into the
 * next byte can only come from one that fails by itself.
 */
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
	size_t end = sp_url_scheme_length(name), digits;

	if (!end)
		return 0;
	for (digits = end + 1; digits < name.length; digits++)
		if (!sp_is_digit(name.text[digits]))
			break;
	if (digits > end + 1 &&
	    is_like_host((struct sp_span){ name.text, end }) &&
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

/* Takes over the parts; returns what is wrong with them, or NULL. */
static const char *
take_authority(struct sp_url_authority parts, struct sp_list_url *url,
	       bool *short_of_memory)
{
	size_t bracket = sp_span_before(parts.host, ']');

	url->user = parts.user;
	url->host = parts.host;
	if (!url->host.length)
		return "has no host";
	if (url->host.text[0] == '[' && bracket == url->host.length)
		return "has an address without its closing bracket";
	if (url->host.text[0] == '[' && bracket + 1 < url->host.length)
		return "has something after its address in brackets";
	if (!sp_url_is_host(url->host, short_of_memory))
		return "has a host that is neither a name nor an address";
	url->ascii_host = sp_is_ascii(url->host);
	url->port = parts.port;
	return url->port.text ? check_port(url->port) : NULL;
}

const char *
sp_list_url_split(struct sp_span name, enum sp_list_scheme scheme,
		  struct sp_line *room, struct sp_list_url *url)
{
	const char *reason = check_characters(name);
	struct sp_span rest, authority;
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
	url->scheme = sp_span_cut(&rest, end);
	url->ftp = sp_is_word(url->scheme, "ftp");
	if (!url->ftp && !sp_is_word(url->scheme, "http") &&
	    !sp_is_word(url->scheme, "https"))
		return "is not a URL of http, https or ftp";
	if (!sp_span_take(&rest, SP_SPAN("://")))
		return "has no host";
	authority = sp_span_cut(&rest, find_any(rest, "/?#"));
	reason = take_authority(sp_url_split_authority(authority), url,
				&room->lost);
	url->path = sp_span_cut(&rest, find_any(rest, "?#"));
	if (sp_span_take(&rest, SP_SPAN("?")))
		url->query = sp_span_cut(&rest, sp_span_before(rest, '#'));
	if (sp_span_take(&rest, SP_SPAN("#")))
		url->fragment = rest;
	return reason;
}
