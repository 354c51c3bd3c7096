/* SPDX-License-Identifier: MIT */
/*
 * How Heritrix 3 spells a URL (url.h has the rules), for lists in which it
 * looks pages up by its own spelling.  Where that spelling is not certain, the
 * name is refused: a URL that is spelled otherwise would be loaded and never
 * found, without a message from Heritrix.
 */
#include "formats/seedlist/url.h"

#include "base/ascii.h"

/* ---- escapes ---------------------------------------------------------- */

/* What LaxURLCodec leaves as it is, in paths and in queries. */
static bool
heritrix_uri_is_safe(char c, bool query)
{
	if (sp_is_letter(c) || sp_is_digit(c))
		return true;
	return c && (strchr("-~_.*/=&+,:;@$!)(%|'", c) ||
		     (query && strchr("{}[]^?", c)));
}

static void
heritrix_uri_add_escaped(struct sp_line *out, struct sp_span text, bool query)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0, start = 0; i <= text.length; i++) {
		unsigned char byte;

		if (i < text.length &&
		    heritrix_uri_is_safe(text.text[i], query))
			continue;
		sp_line_add_bytes(out, text.text + start, i - start);
		start = i + 1;
		if (i == text.length)
			break;
		byte = (unsigned char)text.text[i];
		if (byte == '\\' && !query)
			sp_line_add_bytes(out, "/", 1);
		else
			sp_line_add_bytes(
				out,
				(char[]){ '%', hex[byte >> 4], hex[byte & 15] },
				3);
	}
}

static uint64_t
count_unsafe(struct sp_span text, bool query)
{
	uint64_t count = 0;

	for (size_t i = 0; i < text.length; i++)
		count += !heritrix_uri_is_safe(text.text[i], query);
	return count;
}

uint64_t
sp_list_heritrix_size(const struct sp_list_url *url)
{
	return url->whole.length + 2 * (count_unsafe(url->path, false) +
					count_unsafe(url->query, true));
}

/* ---- what is not certain ---------------------------------------------- */

static bool
has_no_break_space(struct sp_span text)
{
	/* Most URLs have no such byte at all, and memmem() is slow to begin. */
	return memchr(text.text, 0xa0, text.length) &&
	       memmem(text.text, text.length, "\xc2\xa0", 2);
}

static bool
heritrix_uri_is_slash(char c)
{
	return c == '/' || c == '\\';
}

/* Is one of the segments "." or ".."? */
static bool
heritrix_uri_has_dots(struct sp_span path)
{
	for (size_t i = 0; i < path.length; i++) {
		size_t dots = i + 1;

		if (!heritrix_uri_is_slash(path.text[i]))
			continue;
		while (dots < path.length && path.text[dots] == '.')
			dots++;
		if (dots - i - 1 >= 1 && dots - i - 1 <= 2 &&
		    (dots == path.length ||
		     heritrix_uri_is_slash(path.text[dots])))
			return true;
	}
	return false;
}

/* The host as Heritrix keeps it: a port after it keeps a final dot. */
static struct sp_span
host_of(const struct sp_list_url *url)
{
	struct sp_span host = url->host;

	if (!url->port.text && host.text[host.length - 1] == '.')
		host.length--;
	return host;
}

static const char *
check_host(const struct sp_list_url *url)
{
	struct sp_span host = host_of(url);

	if (!url->ascii_host)
		return "has a host that is not in punycode (graphimport "
		       "--normalize writes it so)";
	if (host.text[0] == '[')
		return "has an IPv6 address, which Heritrix does not take";
	if (host.text[host.length - 1] == '.')
		return "has a host with a dot at its end, before a port";
	return NULL;
}

const char *
sp_list_heritrix_refuses(const struct sp_list_url *url)
{
	const char *reason = check_host(url);

	if (reason)
		return reason;
	if (url->user.text && memchr(url->user.text, '@', url->user.length))
		return "has two @ before its path, which Heritrix does not "
		       "take";
	if (has_no_break_space(url->whole))
		return "has a no-break space, which Heritrix changes";
	return NULL;
}

/* Is this what SURT takes for user information? */
static bool
is_plain_user(struct sp_span user)
{
	for (size_t i = 0; i < user.length; i++)
		if (!heritrix_uri_is_safe(user.text[i], false) ||
		    strchr("@|/", user.text[i]))
			return false;
	return user.length > 0;
}

static const char *
heritrix_uri_check_parts(const struct sp_list_url *url)
{
	const char *reason = sp_list_heritrix_refuses(url);

	if (reason)
		return reason;
	if (heritrix_uri_has_dots(url->path))
		return "has \".\" or \"..\" in its path, which Heritrix "
		       "resolves";
	if (url->user.text && !is_plain_user(url->user))
		return "has user information that SURTs cannot hold";
	return NULL;
}

/* ---- the spelling ----------------------------------------------------- */

/* A port that is not the scheme's, without leading zeros. */
static void
heritrix_uri_add_port(struct sp_line *out, const struct sp_list_url *url)
{
	struct sp_span port = url->port;
	bool secure = url->scheme.length == 5;

	while (port.length > 1 && port.text[0] == '0') {
		port.text++;
		port.length--;
	}
	if (!url->ftp &&
	    sp_span_equal(port, secure ? SP_SPAN("443") : SP_SPAN("80")))
		return;
	sp_line_add_bytes(out, ":", 1);
	sp_line_add_span(out, port);
}

const char *
sp_list_heritrix_uri(const struct sp_list_url *url, struct sp_line *out)
{
	struct sp_span host = host_of(url);
	const char *reason = heritrix_uri_check_parts(url);

	if (reason)
		return reason;
	out->length = 0;
	sp_list_add_lower(out, url->scheme);
	sp_line_add(out, "://");
	if (url->user.text) {
		sp_line_add_span(out, url->user);
		sp_line_add_bytes(out, "@", 1);
	}
	sp_list_add_lower(out, host);
	if (url->port.text)
		heritrix_uri_add_port(out, url);
	if (url->path.length)
		heritrix_uri_add_escaped(out, url->path, false);
	else
		sp_line_add_bytes(out, "/", 1);
	if (url->query.length) {
		sp_line_add_bytes(out, "?", 1);
		heritrix_uri_add_escaped(out, url->query, true);
	}
	if (out->length > SP_HERITRIX_URI_MAX ||
	    url->whole.length > SP_HERITRIX_URI_MAX)
		return SP_HERITRIX_TOO_LONG;
	return NULL;
}
