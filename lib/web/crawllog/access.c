/* SPDX-License-Identifier: MIT */
/*
 * The access log of a web server or proxy, in the Common or Combined Log
 * Format:
 *
 *	client - user [time] "GET URL HTTP/1.1" status size "referer" "agent"
 *
 * The log of a proxy has whole URLs; that of a server has paths, to which the
 * user gives the site.
 */
#include "web/crawllog/crawllog.h"

#include "base/line.h"

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
	/* Servers write a quote in a text as \" or \x22. */
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
	struct sp_span time, method, url, status, size, referer;
};

static bool
access_parse(struct sp_span line, struct access_parts *parts)
{
	struct sp_span request;

	sp_span_cut(&line, sp_span_before(line, '['));
	if (!access_between(&line, '[', ']', &parts->time) ||
	    !access_between(&line, '"', '"', &request))
		return false;
	parts->method = access_word(&request);
	parts->url = access_word(&request);
	parts->status = access_word(&line);
	parts->size = access_word(&line);
	if (!access_between(&line, '"', '"', &parts->referer))
		parts->referer = (struct sp_span)SP_SPAN_ABSENT;
	return true;
}

/*
 * The URL of a path; false if memory is short.  Slashes at the end of --site
 * are dropped, as the path begins with one.
 */
static bool
access_join(struct sp_crawl_lines *lines, struct sp_span *url)
{
	struct sp_span site = { lines->options->site,
				strlen(lines->options->site) };
	struct sp_line *joined = lines->own;

	while (site.length && site.text[site.length - 1] == '/')
		site.length--;
	if (!sp_line_set(joined, site))
		return false;
	sp_line_add_span(joined, *url);
	*url = sp_line_span(joined);
	return !joined->lost;
}

static enum sp_crawl_line
access_line(struct sp_crawl_lines *lines, struct sp_span line,
	    struct sp_crawl_event *event)
{
	struct access_parts parts;

	if (!access_parse(line, &parts))
		return sp_line_bad(lines, "not as in an access log");
	if (!sp_when_parse(parts.time, lines->options->zone, &event->time))
		return sp_line_bad(lines, "the time cannot be read");
	if (!sp_crawl_parse_status(parts.status, &event->status))
		return sp_line_bad(lines, "the status is not a number");
	if (!parts.url.length)
		return sp_line_bad(lines, "the request has no URL");
	if (*parts.url.text == '/') {
		if (!lines->options->site)
			return sp_line_bad(lines, "the request has a path "
					   "only (give --site)");
		if (!access_join(lines, &parts.url))
			return sp_line_no_memory(lines);
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
	sp_line_free(own);
}

const struct sp_crawl_format sp_crawl_access = {
	.noun = "an access log",
	.own_size = sizeof(struct sp_line), /* a URL made of site and path */
	.looks = access_looks,
	.line = access_line,
	.release = access_release
};
