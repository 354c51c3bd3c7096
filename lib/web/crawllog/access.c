/* SPDX-License-Identifier: MIT */
/*
 * The access log of a web server or proxy, in the Common or Combined Log
 * Format:
 *
 *	client - user [time] "GET URL HTTP/1.1" status size "referer" "agent"
 *
 * The log of a proxy has whole URLs; that of a server has paths, to which the
 * user gives the site, or, in the format vhost_combined of Apache, a column
 * before the client.
 *
 * Servers write a quote in a text as \" or \x22, and likewise other bytes that
 * are not printable ASCII.
 */
#include "web/crawllog/crawllog.h"

#include "base/ascii.h"
#include "base/line.h"
#include "web/page/url.h"

/* Texts that are not as they stand in the line. */
struct access {
	struct sp_line url, referer, site;
};

/* Skips blanks, then takes what stands between two signs. */
static bool
access_between(struct sp_span *line, char first, char last,
	       struct sp_span *inside)
{
	const char *at = line->text, *end = at + line->length;

	while (at < end && *at == ' ')
		at++;
	if (at == end || *at != first)
		return false;
	inside->text = ++at;
	while (at < end && *at != last)
		at += *at == '\\' && end - at > 1 ? 2 : 1;
	if (at >= end)
		return false;
	inside->length = (size_t)(at - inside->text);
	*line = (struct sp_span){ at + 1, (size_t)(end - at - 1) };
	return true;
}

static struct sp_span
access_word(struct sp_span *line)
{
	while (line->length && *line->text == ' ')
		sp_span_cut(line, 1);
	return sp_span_cut_at(line, ' ');
}

/* What the parts of a line are, as they stand there. */
struct access_parts {
	struct sp_span before;  /* the columns before the time */
	struct sp_span time, method, url, status, size, referer;
};

/* The URL is all between method and version: its path may contain blanks. */
static struct sp_span
access_url(struct sp_span request)
{
	struct sp_span url = sp_span_trim(request, " "), last = url;

	while (last.length && memchr(last.text, ' ', last.length))
		sp_span_cut(&last, sp_span_before(last, ' ') + 1);
	if (last.length < url.length && sp_span_begins(last, SP_SPAN("HTTP/")))
		url.length -= last.length;
	return sp_span_trim(url, " ");
}

static bool
access_parse(struct sp_span line, struct access_parts *parts)
{
	struct sp_span request;

	parts->before = sp_span_cut(&line, sp_span_before(line, '['));
	if (!access_between(&line, '[', ']', &parts->time) ||
	    !access_between(&line, '"', '"', &request))
		return false;
	parts->method = access_word(&request);
	parts->url = access_url(request);
	parts->status = access_word(&line);
	parts->size = access_word(&line);
	if (!access_between(&line, '"', '"', &parts->referer))
		parts->referer = (struct sp_span)SP_SPAN_ABSENT;
	return true;
}

/* ---- escapes ---------------------------------------------------------- */

/* The byte that an escape behind a backslash is, or -1; *length is its own. */
static int
access_escape(const char *at, const char *end, size_t *length)
{
	static const char signs[] = "\"\\nrtbvf", bytes[] = "\"\\\n\r\t\b\v\f";
	const char *sign;
	int high, low;

	*length = 1;
	if (at == end)
		return -1;
	if (*at != 'x') {
		sign = *at ? strchr(signs, *at) : NULL;
		return sign ? bytes[sign - signs] : -1;
	}
	if (end - at < 3)
		return -1;
	*length = 3;
	high = sp_hex_value(at[1]);
	low = sp_hex_value(at[2]);
	/* No text of an event has NUL bytes. */
	return high < 0 || low < 0 || !(high | low) ? -1 : high << 4 | low;
}

/* False if memory is short. */
static bool
access_unescape(struct sp_span *text, struct sp_line *room)
{
	const char *at = text->text, *end;

	if (!text->length || !memchr(at, '\\', text->length))
		return true;
	end = at + text->length;
	if (!sp_line_set(room, SP_SPAN("")))
		return false;
	while (at < end) {
		size_t plain = sp_span_before(
			(struct sp_span){ at, (size_t)(end - at) }, '\\');
		size_t length;
		char byte;
		int value;

		sp_line_add_bytes(room, at, plain);
		at += plain;
		if (at == end)
			break;
		value = access_escape(at + 1, end, &length);
		byte = (char)(value < 0 ? '\\' : value);
		sp_line_add_bytes(room, &byte, 1);
		at += value < 0 ? 1 : length + 1;
	}
	*text = sp_line_span(room);
	return !room->lost;
}

/* ---- sites ------------------------------------------------------------ */

/*
 * "www.a.example:80 10.0.0.1 - - ": the site in front of the client, which is
 * an address there; a client in front is followed by "-" or a name.  Absent if
 * there is none; false if memory is short.
 */
static bool
access_own_site(struct sp_span before, struct sp_line *room,
		struct sp_span *site)
{
	struct sp_span host, port, client;
	bool short_of_memory = false;

	*site = (struct sp_span)SP_SPAN_ABSENT;
	port = access_word(&before);
	client = access_word(&before);
	if (!memchr(client.text, '.', client.length) &&
	    !memchr(client.text, ':', client.length))
		return true;
	access_word(&before);
	if (!access_word(&before).length)
		return true;
	host = sp_span_cut_at(&port, ':');
	if ((port.length && !sp_are_digits(port.text, port.length)) ||
	    (!port.length && sp_url_is_ipv4(host)) ||
	    !sp_url_is_host(host, &short_of_memory))
		return !short_of_memory;
	if (!sp_line_set(room, sp_span_equal(port, SP_SPAN("443")) ?
				       SP_SPAN("https://") :
				       SP_SPAN("http://")))
		return false;
	sp_line_add_span(room, host);
	if (port.length && !sp_span_equal(port, SP_SPAN("443")) &&
	    !sp_span_equal(port, SP_SPAN("80"))) {
		sp_line_add(room, ":");
		sp_line_add_span(room, port);
	}
	*site = sp_line_span(room);
	return !room->lost;
}

/*
 * The URL of a path; absent if there is no site.  Slashes at the end of --site
 * are dropped, as the path begins with one.  False if memory is short.
 */
static bool
access_join(struct sp_crawl_lines *lines, struct sp_span before,
	    struct sp_span *url)
{
	struct access *own = lines->own;
	struct sp_line *joined = &own->site;
	struct sp_span site, path = *url;

	if (!access_own_site(before, joined, &site))
		return false;
	if (!site.text && !lines->options->site) {
		*url = site;
		return true;
	}
	if (!site.text) {
		site.text = lines->options->site;
		site.length = strlen(site.text);
		while (site.length && site.text[site.length - 1] == '/')
			site.length--;
		if (!sp_line_set(joined, site))
			return false;
	}
	sp_line_add_span(joined, path);
	*url = sp_line_span(joined);
	return !joined->lost;
}

/* ---- the format ------------------------------------------------------- */

static enum sp_crawl_line
access_line(struct sp_crawl_lines *lines, struct sp_span line,
	    struct sp_crawl_event *event)
{
	struct access *own = lines->own;
	struct access_parts parts;

	if (!access_parse(line, &parts))
		return sp_line_bad(lines, "not as in an access log");
	if (!sp_when_parse(parts.time, lines->options->zone, &event->time))
		return sp_line_bad(lines, "the time cannot be read");
	if (!sp_crawl_parse_status(parts.status, &event->status))
		return sp_line_bad(lines, "the status is not a number");
	if (!parts.url.length)
		return sp_line_bad(lines, "the request has no URL");
	if (!access_unescape(&parts.url, &own->url) ||
	    !access_unescape(&parts.referer, &own->referer))
		return sp_line_no_memory(lines);
	if (*parts.url.text == '/') {
		if (!access_join(lines, parts.before, &parts.url))
			return sp_line_no_memory(lines);
		if (!parts.url.text)
			return sp_line_bad(lines, "the request has a path "
					   "only (give --site)");
	}
	event->url = parts.url;
	event->via = sp_unless_dash(parts.referer);
	event->size = sp_crawl_parse_size(parts.size);
	/* HEAD, CONNECT and POST bring no page of the graph. */
	event->outcome = sp_span_equal(parts.method, SP_SPAN("GET")) ?
				 sp_crawl_outcome_of(event->status) :
				 SP_CRAWL_OTHER;
	return SP_LINE_EVENT;
}

/*
 * The date tells: "22/May/2013:08:17:27 +0200" in brackets is in no other of
 * these logs.
 */
static bool
access_looks(struct sp_span sample)
{
	const struct sp_when_zone utc = { 0, false };
	struct access_parts parts;
	int64_t time;
	int status;

	return access_parse(sp_sample_line(sample), &parts) &&
	       parts.time.length > 20 && parts.time.text[2] == '/' &&
	       sp_when_parse(parts.time, utc, &time) &&
	       sp_crawl_parse_status(parts.status, &status);
}

static void
access_release(void *own)
{
	struct access *access = own;

	sp_line_free(&access->url);
	sp_line_free(&access->referer);
	sp_line_free(&access->site);
}

const struct sp_crawl_format sp_crawl_access = {
	.noun = "an access log",
	.own_size = sizeof(struct access),
	.looks = access_looks,
	.line = access_line,
	.release = access_release
};
